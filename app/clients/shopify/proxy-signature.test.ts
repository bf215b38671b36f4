import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { isProxiedByShopify } from './proxy-signature.server.ts'

const now = new Date('2026-11-30T12:00:00Z')
const stamp = (seconds = 0) => String(now.getTime() / 1000 + seconds)
const about = { secrets: ['hush', 'earlier'], now }

/** A query as the documentation describes it: pairs sorted by name, values of one name joined by commas. */
const proxied = (pairs: [string, string][] = [], { secret = 'hush', seconds = 0 } = {}) => {
  const sent: [string, string][] = [
    ...pairs,
    ['shop', 'linen.myshopify.com'],
    ['logged_in_customer_id', ''],
    ['path_prefix', '/apps/footfall-push'],
    ['timestamp', stamp(seconds)],
  ]
  const values = new Map<string, string[]>()
  for (const [name, value] of sent) values.set(name, [...(values.get(name) ?? []), value])
  const text = [...values]
    .map(([name, list]) => `${name}=${list.join(',')}`)
    .sort()
    .join('')
  const signature = createHmac('sha256', secret).update(text).digest('hex')
  return new URLSearchParams([...sent, ['signature', signature]])
}

test('Shopify’s published example is recognized', () => {
  // The example of the page: shared secret "hush", two values of `extra`.
  const example = new URLSearchParams(
    'extra=1&extra=2&shop=shop-name.myshopify.com&logged_in_customer_id=1&path_prefix=%2Fapps%2Fawesome_reviews&timestamp=1317327555&signature=4c68c8624d737112c91818c11017d24d334b524cb5c2b8ba08daa056f7395ddb',
  )

  expect(isProxiedByShopify(example, { ...about, now: new Date(1_317_327_555_000) })).toBe(true)
})

test('a proxied request is signed with either secret during a rotation', () => {
  expect(isProxiedByShopify(proxied(), about)).toBe(true)
  expect(isProxiedByShopify(proxied([], { secret: 'earlier' }), about)).toBe(true)
  expect(isProxiedByShopify(proxied([], { secret: 'another' }), about)).toBe(false)
  expect(isProxiedByShopify(proxied(), { ...about, secrets: [] })).toBe(false)
})

test.each([
  [-90, true],
  [90, true],
  [-91, false],
  [91, false],
])('%d seconds from now it is valid: %s', (seconds, isValid) => {
  expect(isProxiedByShopify(proxied([], { seconds }), about)).toBe(isValid)
})

test('a parameter that was added, changed or repeated makes it invalid', () => {
  const changed = proxied()
  changed.set('shop', 'other.myshopify.com')
  const added = proxied()
  added.append('extra', '1')
  const repeated = proxied()
  repeated.append('shop', 'other.myshopify.com')
  const unsigned = proxied()
  unsigned.delete('signature')

  for (const query of [changed, added, repeated, unsigned, new URLSearchParams()]) {
    expect(isProxiedByShopify(query, about)).toBe(false)
  }
  expect(isProxiedByShopify(proxied([['shop', 'other.myshopify.com']]), about)).toBe(false)
})
