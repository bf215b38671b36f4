import { expect, test } from 'vitest'
import { testUrl } from './test-url.ts'

const site = 'https://shop.example'

test.each([
  ['/thank-you', 'starts_with', '/thank-you', true],
  ['https://shop.example/thank-you/1001?key=a#b', 'starts_with', '/thank-you', true],
  ['www.shop.example/thank-you/', 'exact', '/thank-you', true],
  ['thank-you', 'exact', '/thank-you', true],
  ['/thank-you/1001', 'exact', '/thank-you', false],
  ['/en/thank-you', 'starts_with', '/thank-you', false],
  ['/en/thank-you', 'contains', 'thank', true],
  ['/?page=thank-you', 'contains', 'thank', false],
] as const)('%s against "%s %s": %s', (typed, match, pattern, isReached) => {
  expect(testUrl(typed, { match, pattern }, site)).toMatchObject({
    isAddress: true,
    isReached,
    foreignHost: null,
  })
})

test('a URL on another host names that host', () => {
  const tried = testUrl('https://pay.example/thank-you', thanks, site)

  expect(tried).toMatchObject({ isReached: true, foreignHost: 'pay.example' })
})

test.each(['', '   ', 'mailto:a@shop.example', 'https://'])('%o is no address', (typed) => {
  expect(testUrl(typed, thanks, site)).toEqual({ isAddress: false })
})

const thanks = { match: 'exact', pattern: '/thank-you' } as const
