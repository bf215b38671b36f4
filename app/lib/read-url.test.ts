import { expect, test } from 'vitest'
import { webAddress } from './web/web-address.ts'
import { readUrl } from './read-url.ts'

test('a URL with letters beyond ASCII is one, however many were read before', () => {
  const refused = Array.from({ length: 20_000 }, () => webAddress('https://müller.example/größe'))
    .map((href, calls) => (href === undefined ? calls : null))
    .find((calls) => calls !== null)

  expect(refused).toBeUndefined()
})

test.each([
  ['https://shop.example', undefined, 'https://shop.example/'],
  ['/a', 'https://shop.example/x', 'https://shop.example/a'],
  ['/a', undefined, undefined],
  ['https://a b', undefined, undefined],
])('%j at %j is %j', (text, base, href) => {
  expect(readUrl(text, base)?.href).toBe(href)
})
