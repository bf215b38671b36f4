/** Session tokens, access tokens and the Admin API over HTTP. */
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  appKeys,
  askAdminApi,
  exchange,
  requestAccessToken,
  requestToken,
  startTestStore,
} from '#tests/support/shopify/demo-store.ts'
import { faultOf } from './wire/faults.server.ts'

const hour = 3_600_000

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >

test('the admin opens the app with a token for a minute and a signature of all parameters', async () => {
  const { shop, clock, store } = await startTestStore()

  const url = new URL(shop.launchUrl('/nudges?page=2'))
  const given = Object.fromEntries(url.searchParams)
  const { hmac, ...signed } = given
  const text = Object.keys(signed)
    .sort()
    .map((name) => `${name}=${signed[name] ?? ''}`)
    .join('&')
  const seconds = clock.now().getTime() / 1000

  expect(url.origin + url.pathname).toBe('http://localhost:3000/nudges')
  expect(hmac).toBe(createHmac('sha256', appKeys.apiSecret).update(text).digest('hex'))
  expect(given).toMatchObject({
    embedded: '1',
    locale: 'en',
    page: '2',
    shop: 'linen-and-oak.myshopify.com',
    timestamp: String(seconds),
  })
  expect(Buffer.from(given['host'] ?? '', 'base64').toString()).toBe(
    `${new URL(store.url).host}/store/linen-and-oak`,
  )
  expect(claimsOf(given['id_token'] ?? '')).toMatchObject({
    iss: 'https://linen-and-oak.myshopify.com/admin',
    dest: 'https://linen-and-oak.myshopify.com',
    aud: appKeys.apiKey,
    sub: String(shop.state.viewerId),
    exp: seconds + 60,
    nbf: seconds,
  })
})

test('an app that was uninstalled comes back by its install page, and by no token of an open tab', async () => {
  const { shop } = await startTestStore()
  await requestAccessToken(shop)
  shop.uninstall()
  const ask = () => requestToken(shop, { ...exchange, subject_token: shop.createSessionToken() })

  expect(await ask()).toMatchObject({ status: 400, body: { error: 'invalid_subject_token' } })
  expect(shop.state.installation).toBeNull()
  shop.install()
  expect((await ask()).status).toBe(200)
})

test('the first exchange installs the app with its required scopes', async () => {
  const { shop } = await startTestStore()

  const { status, body } = await requestToken(shop, {
    ...exchange,
    subject_token: shop.createSessionToken(),
  })

  expect(status).toBe(200)
  expect(body).toMatchObject({ expires_in: 3_600, refresh_token_expires_in: 7_776_000 })
  expect(String(body['scope']).split(',')).toEqual(shop.state.installation?.scopes)
  expect(shop.state.installation?.scopes).toContain('read_orders')
  expect(shop.state.installation?.scopes).not.toContain('read_customers')
})

test('an online token names the current viewer', async () => {
  const { shop } = await startTestStore()
  shop.viewAs('collaborator')

  const { body } = await requestToken(shop, {
    ...exchange,
    requested_token_type: 'urn:shopify:params:oauth:token-type:online-access-token',
    subject_token: shop.createSessionToken(),
  })

  expect(body['associated_user']).toMatchObject({
    email: 'sam@agency.example',
    account_owner: false,
    collaborator: true,
  })
})

test.each([
  ['an expired one', { exp: 1 }],
  ['one from tomorrow', { nbf: 9_999_999_999 }],
  ['another app’s', { aud: 'another' }],
  ['another shop’s', { dest: 'https://northern-pottery.myshopify.com' }],
  ['one of nobody', { sub: '1' }],
])('a session token is refused: %s', async (_what, claims) => {
  const { shop } = await startTestStore()

  const { status, body } = await requestToken(shop, {
    ...exchange,
    subject_token: shop.createSessionToken(claims),
  })

  expect([status, body['error']]).toEqual([400, 'invalid_subject_token'])
  expect(shop.state.installation).toBeNull()
})

test('a session token without a signature, or with another, is refused', async () => {
  const { shop } = await startTestStore()
  const [, body = ''] = shop.createSessionToken().split('.')
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  const real = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')
  const forged = createHmac('sha256', 'another').update(`${real}.${body}`).digest('base64url')

  for (const subject_token of [`${none}.${body}.`, `${real}.${body}.${forged}`, 'x']) {
    const answer = await requestToken(shop, { ...exchange, subject_token })
    expect(answer.body['error']).toBe('invalid_subject_token')
  }
})

test('a wrong secret gets nothing', async () => {
  const { shop } = await startTestStore()

  const { status } = await requestToken(shop, {
    ...exchange,
    client_secret: 'another',
    subject_token: shop.createSessionToken(),
  })

  expect(status).toBe(401)
})

test('a refresh token works until its replacement was used', async () => {
  const { shop, clock } = await startTestStore()
  const subject_token = shop.createSessionToken()
  const first = await requestToken(shop, { ...exchange, subject_token })
  const refresh = (token: unknown) =>
    requestToken(shop, { grant_type: 'refresh_token', refresh_token: token })

  clock.advance(hour)
  expect((await askAdminApi(shop, String(first.body['access_token']), '{shop{id}}')).status).toBe(
    401,
  )
  const lost = await refresh(first.body['refresh_token'])
  const second = await refresh(first.body['refresh_token'])
  const third = await refresh(second.body['refresh_token'])

  expect((await refresh(lost.body['refresh_token'])).body['error']).toBe('invalid_grant')
  expect((await refresh(first.body['refresh_token'])).body['error']).toBe('invalid_grant')
  expect((await askAdminApi(shop, String(third.body['access_token']), '{shop{id}}')).status).toBe(
    200,
  )
})

test('uninstalling ends all tokens', async () => {
  const { shop } = await startTestStore()
  const token = await requestAccessToken(shop)

  shop.uninstall()

  expect((await askAdminApi(shop, token, '{ shop { id } }')).status).toBe(401)
})

test.each([401, 402, 404, 423, 429, 500, 503])(
  'the Admin API answers %i when asked to',
  async (status) => {
    const { shop } = await startTestStore()
    const token = await requestAccessToken(shop)
    shop.apiFaults.failNext(faultOf(status))

    const failed = await askAdminApi(shop, token, '{ shop { id } }')
    const next = await askAdminApi(shop, token, '{ shop { id } }')

    expect([failed.status, next.status]).toEqual([status, 200])
    expect(failed.headers.has('Retry-After')).toBe(status === 429 || status === 503)
  },
)

test('an answer can end in the middle, or never begin', async () => {
  const { shop } = await startTestStore()
  const token = await requestAccessToken(shop)
  shop.apiFaults.failNext('half a body')
  shop.apiFaults.failNext('hang up')

  const half = await askAdminApi(shop, token, '{ shop { id } }')

  await expect(half.text()).rejects.toThrow()
  await expect(askAdminApi(shop, token, '{ shop { id } }')).rejects.toThrow()
  expect((await askAdminApi(shop, token, '{ shop { id } }')).status).toBe(200)
})

test('a query costs points, which come back', async () => {
  const { shop, clock } = await startTestStore()
  const token = await requestAccessToken(shop)
  const query = '{ orders(first: 50) { nodes { id } } }'
  shop.bucket.drain(10)

  const refused = (await (await askAdminApi(shop, token, query)).json()) as Record<string, unknown>
  clock.advance(1_000)
  const paid = (await (await askAdminApi(shop, token, query)).json()) as Record<string, unknown>

  expect(refused['errors']).toMatchObject([{ extensions: { code: 'THROTTLED' } }])
  expect(refused['extensions']).toMatchObject({
    cost: {
      requestedQueryCost: 52,
      actualQueryCost: null,
      throttleStatus: { maximumAvailable: 2_000, currentlyAvailable: 10, restoreRate: 100 },
    },
  })
  expect(paid['data']).toMatchObject({ orders: { nodes: expect.any(Array) as unknown } })
})

test('a query that is too large is refused', async () => {
  const { shop } = await startTestStore()
  const token = await requestAccessToken(shop)
  const query = '{ orders(first: 250) { nodes { id lineItems(first: 250) { nodes { id } } } } }'

  const answer = (await (await askAdminApi(shop, token, query)).json()) as Record<string, unknown>

  expect(answer['errors']).toMatchObject([{ extensions: { code: 'MAX_COST_EXCEEDED' } }])
})
