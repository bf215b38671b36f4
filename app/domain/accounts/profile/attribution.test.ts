import { expect, test } from 'vitest'
import { parseAttribution, readAttribution as readAt } from './attribution.ts'

const appUrl = 'https://app.test'
const readAttribution = (address: URL, referer: string | null) => readAt(address, referer, appUrl)

const at = (query: string) => new URL(`https://app.test/auth/register?${query}`)

test('the words of a campaign and the page before are kept, and nothing else', () => {
  const address = at('utm_source=mail&utm_term=kettles&utm_id=7&coupon=SPRING&email=ann@x.example')

  expect(readAttribution(address, 'https://blog.example/post?reader=ann')).toEqual({
    utm_source: 'mail',
    utm_term: 'kettles',
    referer: 'https://blog.example/post',
  })
})

test.each([null, '', 'https://app.test/auth/login', 'javascript:alert(1)', 'about:blank'])(
  'a page before that says nothing (%s) is left out',
  (referer) => {
    expect(readAttribution(at(''), referer)).toEqual({})
  },
)

test('long words are cut, and control characters go', () => {
  const { utm_source, utm_medium } = readAttribution(
    at(`utm_source=${'x'.repeat(900)}&utm_medium=a%00b%0d%0ac`),
    null,
  )

  expect(utm_source).toHaveLength(255)
  expect(utm_medium).toBe('abc')
})

test('a form carries what was read, and nothing that somebody put in', () => {
  const read = readAttribution(at('utm_source=mail'), 'https://blog.example/')
  expect(parseAttribution(JSON.stringify(read))).toEqual(read)

  expect(parseAttribution('{"is_admin":"1","utm_source":5,"utm_term":"x","__proto__":{}}')).toEqual(
    {
      utm_term: 'x',
    },
  )
  for (const text of ['', '{', 'null', '[]', '"utm"', undefined, new Blob()]) {
    expect(parseAttribution(text)).toEqual({})
  }
})
