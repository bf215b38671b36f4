import { expect, onTestFinished, test, vi } from 'vitest'
import { sessionClaims, signQuery, signToken } from '#workshop/doubles/shopify-server.ts'
import { createClock } from '#tests/support/clock.ts'
import { createSessionTokens } from './session-tokens.server.ts'

const shop = 'linen.myshopify.com'
const app = {
  apiKey: 'test-client-id-of-the-app',
  apiSecret: 'test-client-secret-of-the-app',
  previousApiSecret: 'the secret before the rotation',
  handle: 'footfall',
  pricing: 'billing_api' as const,
  distribution: 'app_store' as const,
  contentPolicy: 'enforce' as const,
  listingUrl: undefined,
  double: undefined,
}

function createTokens() {
  const clock = createClock()
  // The library reads the system's time.
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const tokens = createSessionTokens({ app, appUrl: 'https://app.example', now: clock.now })
  return { ...tokens, at: clock.now(), claims: sessionClaims(shop, '548380009', clock.now()) }
}

test('a token that Shopify signed names the shop and the person', async () => {
  const { readSession, claims } = createTokens()
  const session = { shop, staffId: '548380009' }

  expect(await readSession(signToken(claims))).toEqual(session)
  expect(await readSession(signToken(claims, { secret: app.previousApiSecret }))).toEqual(session)
})

test('clocks may differ by ten seconds, and not by more', async () => {
  const { readSession, claims, at } = createTokens()
  const seconds = at.getTime() / 1000
  const isRead = async (changed: object) =>
    (await readSession(signToken({ ...claims, ...changed }))) !== null

  expect(await isRead({ exp: seconds - 9 })).toBe(true)
  expect(await isRead({ exp: seconds - 11 })).toBe(false)
  expect(await isRead({ nbf: seconds + 9 })).toBe(true)
  expect(await isRead({ nbf: seconds + 11 })).toBe(false)
})

test.each<[string, object]>([
  ['another app', { aud: 'another-app' }],
  ['two shops', { dest: 'https://wool.myshopify.com' }],
  ['no shop', { dest: undefined }],
  ['a site with the suffix', { dest: 'https://evil.example/x.myshopify.com' }],
  [
    'a domain below a shop’s',
    { iss: 'https://a.b.myshopify.com/admin', dest: 'https://a.b.myshopify.com' },
  ],
  ['an internal domain', { iss: 'https://x.myshopify.io/admin', dest: 'https://x.myshopify.io' }],
  ['plain http', { iss: `http://${shop}/admin`, dest: `http://${shop}` }],
  ['no person', { sub: undefined }],
  ['a person without a number', { sub: '1 or 1=1' }],
  ['no end', { exp: undefined }],
  ['no beginning', { nbf: undefined }],
])('a token for %s is refused', async (_what, changed) => {
  const { readSession, claims } = createTokens()

  expect(await readSession(signToken({ ...claims, ...changed }))).toBeNull()
})

test.each(['', 'abc', 'a.b.c', 'a.b.c.d', '..', '𝟙.𝟚.𝟛'])('%j is no token', async (token) => {
  const { readSession, readSignedShop } = createTokens()

  expect(await readSession(token)).toBeNull()
  expect(await readSignedShop(token)).toBeNull()
})

test('an expired token still proves its shop, and nothing else', async () => {
  const { readSession, readSignedShop, claims } = createTokens()
  const old = signToken({ ...claims, exp: 1, nbf: 0 })

  expect(await readSession(old)).toBeNull()
  expect(await readSignedShop(old)).toBe(shop)
  expect(await readSignedShop(signToken({ ...claims, aud: 'another-app' }))).toBeNull()
  expect(await readSignedShop(signToken(claims, { head: { alg: 'none' } }))).toBeNull()
  expect(await readSignedShop(signToken(claims, { secret: 'another secret' }))).toBeNull()
})

const seconds = (at: Date, later = 0) => String(Math.floor(at.getTime() / 1000) + later)

test('an address that Shopify signed is valid for a while, either way', () => {
  const { isSignedQuery, at } = createTokens()
  const signed = (later: number, secret?: string) =>
    signQuery({ shop, timestamp: seconds(at, later) }, secret)

  expect(isSignedQuery(signed(0), 90)).toBe(true)
  expect(isSignedQuery(signed(-90, app.previousApiSecret), 90)).toBe(true)
  expect(isSignedQuery(signed(-91), 90)).toBe(false)
  expect(isSignedQuery(signed(91), 90)).toBe(false)
  expect(isSignedQuery(signed(-91))).toBe(true)
  expect(isSignedQuery(signed(0, 'another secret'), 90)).toBe(false)
})

test.each(['NaN', 'Infinity', '', '1e3', '-1', '0x1', '99999999999999'])(
  'a timestamp of %j is refused, although the signature is right',
  (timestamp) => {
    const { isSignedQuery } = createTokens()

    expect(isSignedQuery(signQuery({ shop, timestamp }), 90)).toBe(false)
  },
)

test('a changed, added or repeated parameter is refused', () => {
  const { isSignedQuery, at } = createTokens()
  const query = signQuery({ shop, timestamp: seconds(at) })
  const changed = new URLSearchParams(query)
  changed.set('shop', 'wool.myshopify.com')

  expect(isSignedQuery(changed, 90)).toBe(false)
  expect(isSignedQuery(new URLSearchParams(`${query.toString()}&x=1`), 90)).toBe(false)
  expect(isSignedQuery(new URLSearchParams(`${query.toString()}&shop=${shop}`), 90)).toBe(false)
  expect(isSignedQuery(new URLSearchParams({ shop }), 90)).toBe(false)
})
