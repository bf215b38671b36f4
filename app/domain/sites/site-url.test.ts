import { expect, test } from 'vitest'
import { isPageOfSite, normalizeSiteUrl, topLevelDomain } from './site-url.ts'

test.each([
  ['shop.example', 'https://shop.example'],
  ['HTTPS://Shop.Example/', 'https://shop.example'],
  ['http://shop.example:8080/path?q#f', 'http://shop.example:8080'],
  ['https://shop.example:443', 'https://shop.example'],
  ['shop.example.', 'https://shop.example'],
  ['https://müller.example', 'https://xn--mller-kva.example'],
  ['http://shop.localhost:4100', 'http://shop.localhost:4100'],
  ['localhost:3000', 'https://localhost:3000'],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
])('%s is stored as %s', (typed, stored) => {
  expect(normalizeSiteUrl(typed)).toBe(stored)
})

test.each([
  '',
  'not an address',
  'shop',
  'ftp://shop.example',
  'javascript:alert(1)',
  'https://user:pass@shop.example',
  'https://10.0.0.1',
  'https://-shop.example',
  'mailto:a@b.example',
])('%s is no site', (typed) => {
  expect(normalizeSiteUrl(typed)).toBeNull()
})

test.each([
  ['https://shop.example', 'https://shop.example', true],
  ['https://shop.example', 'https://www.shop.example', true],
  ['https://www.shop.example', 'http://shop.example', true],
  ['https://shop.example', 'https://shop.example.evil.example', false],
  ['https://shop.example', 'https://evilshop.example', false],
  ['http://shop.localhost:4100', 'http://shop.localhost:4200', false],
  ['https://shop.example', 'null', false],
  ['https://shop.example', undefined, false],
])('for site %s, a page from %s: %s', (site, origin, expected) => {
  expect(isPageOfSite(site, origin)).toBe(expected)
})

test.each([
  ['https://shop.com', 'com'],
  ['https://www.shop.co.uk', 'uk'],
  ['https://xn--tee-hna.xn--p1ai:8443', 'xn--p1ai'],
  ['http://shop.localhost:4100', 'localhost'],
  ['http://localhost:3000', null],
  ['http://127.0.0.1', null],
  ['http://[::1]:80', null],
])('%s is below %s', (address, expected) => {
  expect(topLevelDomain(address)).toBe(expected)
})
