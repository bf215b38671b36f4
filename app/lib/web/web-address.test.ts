/** URLs of strangers: what is one, and what only looks like one. */
import { expect, test } from 'vitest'
import { maxWebAddress, parseTypedAddress, parseWebAddress, webAddress } from './web-address.ts'

test.each([
  ['https://shop.example', 'https://shop.example/'],
  ['HTTP://Shop.Example:80/a?b#c', 'http://shop.example/a?b#c'],
  ['  https://shop.example/a\n', 'https://shop.example/a'],
  ['https://shop.example:8443/', 'https://shop.example:8443/'],
  ['https://müller.example/größe', 'https://xn--mller-kva.example/gr%C3%B6%C3%9Fe'],
  ['https://shop.example/@team', 'https://shop.example/@team'],
  ['https://shop.example/a\tb', 'https://shop.example/ab'],
  ['http://[::1]/', 'http://[::1]/'],
])('%j is a web address', (text, href) => {
  expect(webAddress(text)).toBe(href)
})

const none = [
  ...['', ' ', 'shop.example', '/a', '//shop.example', 'https://', 'http://a b', 'https://%00'],
  ...['javascript:alert(1)', 'data:text/html,x', 'ftp://shop.example', 'file:///etc/passwd'],
  ...[
    'httpx://shop.example',
    'https:shop.example',
    'https:/shop.example',
    'https:\\\\shop.example',
  ],
  ...['https://ann@shop.example', 'https://:pw@shop.example', 'https://ann:pw@shop.example'],
  ...['https://shop.example@evil.example', 'https://shop.example:99999', 'https://1.2.3.4.5.6'],
  ...['blob:https://shop.example/a', 'view-source:https://shop.example', 'https://\ud800'],
]

test.each(none)('%j is none', (text) => {
  expect(parseWebAddress(text)).toBeNull()
  expect(webAddress(text)).toBeUndefined()
})

test.each([null, undefined])('%o is none', (text) => {
  expect(parseWebAddress(text)).toBeNull()
})

test('an address is as long as we keep it, as given and as written', () => {
  const start = 'https://shop.example/'
  const longest = start + 'x'.repeat(maxWebAddress - start.length)

  expect(webAddress(longest)).toBe(longest)
  expect(webAddress(`${longest}x`)).toBeUndefined()
  expect(webAddress(`${start}${' '.repeat(10)}${'ß'.repeat(1000)}`)).toBeUndefined()
  expect(parseWebAddress(`${longest}x`, { max: maxWebAddress + 1 })?.href).toBe(`${longest}x`)
})

test.each([
  ['/a', 'https://shop.example/a'],
  ['a?b', 'https://shop.example/x/a?b'],
  ['', 'https://shop.example/x/'],
  ['//other.example/a', 'https://other.example/a'],
  ['/\t/other.example', 'https://other.example/'],
  ['http://other.example', 'http://other.example/'],
  ['javascript:alert(1)', undefined],
  ['//ann@other.example', undefined],
  ['mailto:ann@other.example', undefined],
])('%j is read on a page', (text, href) => {
  expect(parseWebAddress(text, { base: 'https://shop.example/x/' })?.href).toBe(href)
})

test.each([
  ['shop.example', 'https://shop.example/'],
  ['Shop.Example/a', 'https://shop.example/a'],
  ['http://shop.example', 'http://shop.example/'],
  ['shop.example:8443', 'https://shop.example:8443/'],
  ['ftp://shop.example', undefined],
  ['ann@shop.example', undefined],
  ['', undefined],
])('%j is read as people type it', (typed, href) => {
  expect(parseTypedAddress(typed)?.href).toBe(href)
})
