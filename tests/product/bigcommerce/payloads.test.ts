/** Payloads that a control panel signs, and others, which must not open anything. */
import { generateKeyPairSync, sign as signWith } from 'node:crypto'
import { expect, test } from 'vitest'
import { frameSessions, users } from '#app/db/schema/index.ts'
import { minuteMillis } from '#app/lib/time.ts'
import { signPayload } from '#workshop/doubles/bigcommerce/signing.ts'
import {
  createBigCommerceWorld,
  type BigCommerceWorld,
} from '../../support/bigcommerce/bigcommerce-world.ts'

const reasonOf = async (asked: ReturnType<BigCommerceWorld['ask']>) => {
  const { location } = await asked
  return location?.searchParams.get('reason') ?? null
}

test('an error before a store is known shows its page in any store’s panel', async () => {
  const world = await createBigCommerceWorld()
  const { store, services } = world
  const anyStore = 'frame-ancestors https://*.mybigcommerce.com'

  const refused = await world.ask('/bc/load?signed_payload_jwt=nonsense')
  const page = await world.follow(refused)
  expect([page.status, page.headers.get('content-security-policy')]).toEqual([
    200,
    expect.stringContaining(anyStore),
  ])
  expect(page.html).toContain('This page isn’t from your store')
  expect(page.headers.get('x-frame-options')).toBeNull()

  await world.install(store)
  await services.db.system.update(users).set({ suspendedAt: services.now() })
  const suspended = await world.load(store)
  expect(suspended.status).toBe(403)
  expect(suspended.html).toContain('suspended')
  expect(suspended.headers.get('content-security-policy')).toContain(anyStore)
  // Answers about someone appear in their store alone.
  const data = await world.ask('/account/general.data', {
    headers: { 'X-Frame-Page': 'shell=bigcommerce', 'Sec-Fetch-Dest': 'empty' },
    method: 'POST',
  })
  expect(data.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('a payload opens the app once, within ten minutes', async () => {
  const world = await createBigCommerceWorld()
  const { store, bigcommerce, clock, ask } = world
  await world.setUp(store)
  const load = (signed: string) => ask(`/bc/load?signed_payload_jwt=${signed}`)

  const signed = bigcommerce.sign(store)
  const both = await Promise.all([load(signed), load(signed)])
  const reasons = both.map(({ location }) => location?.searchParams.get('reason') ?? null)
  expect(reasons.sort()).toEqual([null, 'used'].sort())
  expect(await reasonOf(load(signed))).toBe('used')
  const late = bigcommerce.sign(store)
  clock.advance(11 * minuteMillis)
  expect(await reasonOf(load(late))).toBe('stale')
  expect(await reasonOf(load(bigcommerce.sign(store)))).toBeNull()
})

test('no other payload opens it', async () => {
  const world = await createBigCommerceWorld()
  const { store, bigcommerce, clock, services } = world
  const wool = bigcommerce.addStore('wool')
  await world.setUp(store)
  const sessions = await services.db.system.$count(frameSessions)
  const signed = bigcommerce.sign(store)
  const [head = '', body = '', signature = ''] = signed.split('.')
  const seconds = Math.floor(clock.now().getTime() / 1_000)
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const rsaHead = Buffer.from('{"alg":"RS256"}').toString('base64url')
  const rsa = signWith('RSA-SHA256', Buffer.from(`${rsaHead}.${body}`), privateKey)
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  const { account } = bigcommerce
  const withClaims = (changed: Record<string, unknown>) =>
    bigcommerce.sign(store, { claims: changed })

  const forged = {
    'nothing at all': 'abc',
    'two parts': `${head}.${body}`,
    'four parts': `${signed}.x`,
    'another signature': `${head}.${body}.${signature.slice(0, -2)}aa`,
    'another store': [
      head,
      Buffer.from(JSON.stringify({ ...claims, sub: 'stores/wool' })).toString('base64url'),
      signature,
    ].join('.'),
    'no algorithm': bigcommerce.sign(store, { alg: 'none' }),
    'no algorithm, signed': signPayload(claims, account.clientSecret, 'none').replace(
      /\.$/,
      `.${signature}`,
    ),
    'another algorithm': bigcommerce.sign(store, { alg: 'HS512' }),
    'an RSA key': `${rsaHead}.${body}.${rsa.toString('base64url')}`,
    'a public key as the secret': signPayload(claims, pem),
    'another secret': bigcommerce.sign(store, { secret: 'a'.repeat(30) }),
    'another audience': withClaims({ aud: 'another0client' }),
    'several audiences': withClaims({ aud: [account.clientId, 'another'] }),
    'another issuer': withClaims({ iss: 'evil' }),
    expired: withClaims({ iat: seconds - 90_000, nbf: seconds - 90_000, exp: seconds - 3_600 }),
    'not valid yet': withClaims({ nbf: seconds + 600 }),
    tomorrow: withClaims({ iat: seconds + 86_400 }),
    'no expiry': withClaims({ exp: undefined }),
    'a path as the store': withClaims({ sub: 'stores/linen/../wool' }),
    'no store': withClaims({ sub: 'customers/linen' }),
    'no person': withClaims({ user: { id: 0, email: 'a@b.example' } }),
    'no identifier': withClaims({ jti: '' }),
  }
  for (const [name, one] of Object.entries(forged)) {
    const answer = await world.ask(`/bc/load?signed_payload_jwt=${encodeURIComponent(one)}`)
    expect([name, answer.location?.pathname, answer.location?.searchParams.get('reason')]).toEqual([
      name,
      '/bc/error',
      'payload',
    ])
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
  const twice = `/bc/load?signed_payload_jwt=${signed}&signed_payload_jwt=${signed}`
  expect(await reasonOf(world.ask(twice))).toBe('payload')
  expect(await reasonOf(world.load(wool))).toBe('gone')
  expect(await services.db.system.$count(frameSessions)).toBe(sessions)
})

test('a deep link opens its page, and leads nowhere else', async () => {
  const world = await createBigCommerceWorld()
  const { store } = world
  await world.setUp(store)
  const pageOf = async (url: unknown) => {
    const { location } = await world.load(store, { claims: { url } })
    location?.searchParams.delete('ticket')
    return location && location.pathname + location.search
  }

  const query = '?shell=bigcommerce&tenant=linen'
  expect(await pageOf('/goals')).toBe(`/goals${query}`)
  expect(await pageOf('/statistics?days=7')).toBe(
    '/statistics?days=7&shell=bigcommerce&tenant=linen',
  )
  expect(await pageOf('/goals?tenant=wool&shell=wix')).toBe('/goals?tenant=linen&shell=bigcommerce')
  for (const url of ['//evil.example', 'https://evil.example/', '/bc/load', '/\\evil', null]) {
    expect(await pageOf(url)).toBe(`/${query}`)
  }
})

test('a payload outside of a frame opens nothing', async () => {
  const world = await createBigCommerceWorld()
  const { store, bigcommerce, ask } = world
  await world.setUp(store)
  const atTop = { headers: { 'Sec-Fetch-Dest': 'document' } }

  const signed = bigcommerce.sign(store)
  expect(await reasonOf(ask(`/bc/load?signed_payload_jwt=${signed}`, atTop))).toBe('outside')
  expect(await reasonOf(ask('/bc/load', atTop))).toBe('payload')
  expect(await reasonOf(ask('/bc/load'))).toBe('payload')
  // It is still good where it belongs.
  expect(await reasonOf(ask(`/bc/load?signed_payload_jwt=${signed}`))).toBeNull()
})
