import { expect, test } from 'vitest'
import {
  mergeAttribution,
  parseAttribution,
  readAttribution as readAt,
  registrationPath,
} from './attribution.ts'

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

test('a cut in the middle of a character leaves nothing that can’t be stored', () => {
  const { utm_source = '' } = readAttribution(
    at(`utm_source=${encodeURIComponent('x'.repeat(254) + '🫖')}`),
    null,
  )

  expect(utm_source).toBe('x'.repeat(254))
})

test('an affiliate’s token is read as a whole or not at all', () => {
  const longest = 'a'.repeat(100)

  expect(readAttribution(at('affiliate=ann%26b'), null)).toEqual({ affiliate_token: 'ann&b' })
  expect(readAttribution(at(`affiliate=${longest}`), null)).toEqual({ affiliate_token: longest })
  expect(readAttribution(at(`affiliate=${longest}a`), null)).toEqual({})
  expect(readAttribution(at('affiliate=%20%00'), null)).toEqual({})
})

test.each([
  ['affiliate=ann%26b', '/auth/register?affiliate=ann%26b'],
  [
    'utm_source=nudge&affiliate=ann&to=%2Fx&invitation=y',
    '/auth/register?utm_source=nudge&affiliate=ann',
  ],
])('a link with %s leads to registration with its words', (query, path) => {
  expect(registrationPath(at(query))).toBe(path)
})

test.each([
  [{ utm_source: 'a' }, { utm_source: 'b', utm_term: 'c' }, { utm_source: 'a' }],
  [
    { utm_source: 'a' },
    { utm_source: 'b', affiliate_token: 'ann' },
    { utm_source: 'a', affiliate_token: 'ann' },
  ],
  [
    { affiliate_token: 'ann' },
    { utm_source: 'b', affiliate_token: 'bob' },
    { affiliate_token: 'ann', utm_source: 'b' },
  ],
  [{}, { referer: 'https://blog.example/' }, { referer: 'https://blog.example/' }],
])('for %o and later %o, %o counts', (first, later, expected) => {
  expect(mergeAttribution(first, later)).toEqual(expected)
})

test('a form keeps the attribution that was read, and drops everything else', () => {
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
