/** Token exchange and the Admin API against a double, with everything that can go wrong. */
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { Shopify, ShopifyOperation } from '#app/domain/shops/shopify.ts'
import { createProviderClients } from '#app/lib/web/provider-client.server.ts'
import {
  sessionClaims,
  shopifyApp,
  signToken,
  startShopifyServer,
  type Fault,
} from '#workshop/doubles/shopify-server.ts'
import { createClock } from '#tests/support/clock.ts'
import { createAdminApi } from './admin-api.server.ts'
import { shopifyOrigins } from './shopify-origins.ts'
import { createShopify } from './shopify.server.ts'

const domain = 'linen.myshopify.com'

async function createDouble() {
  const clock = createClock()
  const server = await startShopifyServer(clock.now)
  onTestFinished(server.stop)
  const shop = server.shop({ domain })
  const staff = server.addStaff(shop, { id: '9007199254740993', account_owner: true })
  const providers = createProviderClients({
    now: clock.now,
    internet: { doubles: [server.url] },
  })
  const app = {
    ...shopifyApp,
    previousApiSecret: undefined,
    pricing: 'billing_api' as const,
    distribution: 'app_store' as const,
    contentPolicy: 'enforce' as const,
    listingUrl: undefined,
    double: server.url,
  }
  const shopify = createShopify({ app, appUrl: 'https://app.example', providers, now: clock.now })
  const token = signToken(sessionClaims(domain, staff.id, clock.now()))
  const waits: number[] = []
  const { call } = createAdminApi({
    origins: shopifyOrigins(server.url),
    providers,
    now: clock.now,
    wait: (millis) => Promise.resolve(void waits.push(millis)),
  })
  return { clock, server, shop, shopify, token, call, waits }
}

const shopName: ShopifyOperation<{ shop: { name: string } }> = {
  name: 'ShopDetails',
  document: 'query ShopDetails { shop { name } }',
  shape: z.object({ shop: z.object({ name: z.string() }) }),
}

async function accessTo({ exchangeOffline }: Shopify, token: string) {
  const { accessToken } = await exchangeOffline(domain, token)
  return { shop: domain, accessToken, operation: shopName }
}

test('a session token is exchanged for tokens that expire, and for the person', async () => {
  const { shopify, token, server } = await createDouble()

  expect(await shopify.exchangeOffline(domain, token)).toMatchObject({
    expiresIn: 3600,
    refreshTokenExpiresIn: 7_776_000,
    scopes: ['read_products', 'read_orders'],
  })
  // Larger than what a number holds exactly.
  expect(await shopify.exchangeOnline(domain, token)).toMatchObject({
    id: '9007199254740993',
    isOwner: true,
    isEmailVerified: true,
  })
  expect(server.seen.map(({ grant }) => grant)).toEqual(['offline', 'online'])
})

test('a refresh replaces both tokens, and an old refresh token is worth nothing', async () => {
  const { shopify, token } = await createDouble()
  const first = await shopify.exchangeOffline(domain, token)

  const second = await shopify.refresh(domain, first.refreshToken)

  expect(second.accessToken).not.toBe(first.accessToken)
  await expect(shopify.refresh(domain, first.refreshToken)).rejects.toThrow(
    expect.objectContaining({ name: 'GrantEnded' }),
  )
})

test('a token that Shopify doesn’t accept is refused', async () => {
  const { shopify, token, shop } = await createDouble()
  shop.isInstalled = false

  await expect(shopify.exchangeOffline(domain, token)).rejects.toMatchObject({
    name: 'SessionRefused',
  })
})

const outcomes: [string, Fault, string, object?][] = [
  ['401', { status: 401 }, 'AccessEnded'],
  ['402', { status: 402 }, 'ShopClosed', { reason: 'frozen' }],
  ['403', { status: 403 }, 'ShopClosed', { reason: 'forbidden' }],
  ['404', { status: 404 }, 'ShopClosed', { reason: 'gone' }],
  ['423', { status: 423 }, 'ShopClosed', { reason: 'locked' }],
  ['400', { status: 400, body: '{"errors":"no"}' }, 'BadRecord'],
  ['429', { status: 429, headers: { 'Retry-After': '30' } }, 'TryLater'],
  ['500', { status: 500 }, 'TryLater'],
  ['503', { status: 503, body: '<html>' }, 'TryLater'],
  ['no answer', 'hang up', 'TryLater'],
  ['430', { status: 430, body: '{"errors":"no"}' }, 'TryLater'],
  ['half a body', 'half a body', 'TryLater'],
  ['another page', { status: 200, body: '<html>' }, 'TryLater'],
  ['a redirect', { status: 302, headers: { Location: 'http://127.0.0.1:1/' } }, 'TryLater'],
  ['no data', { status: 200, body: '{"data":null}' }, 'BadRecord'],
  ['a refused query', { status: 200, body: '{"errors":[{"message":"no"}]}' }, 'BadRecord'],
  [
    'a missing scope',
    { status: 200, body: '{"errors":[{"message":"no","extensions":{"code":"ACCESS_DENIED"}}]}' },
    'ShopClosed',
    { reason: 'forbidden' },
  ],
]

test.each(outcomes)('the Admin API answers %s: %o becomes %s', async (_what, fault, name, more) => {
  const { shopify, token, server, call } = await createDouble()
  const asked = await accessTo(shopify, token)
  server.failNext('graphql.json', fault)

  await expect(call(asked)).rejects.toMatchObject({ name, ...more })
  // The next call is not spoiled, unless Shopify asked for a pause.
  if (name !== 'TryLater') expect(await call(asked)).toEqual({ shop: { name: 'linen' } })
})

test('a throttled call names the moment when the bucket holds enough', async () => {
  const { shopify, token, server, call, clock, waits } = await createDouble()
  const asked = await accessTo(shopify, token)
  server.failNext('graphql.json', 'throttle')

  // 1000 points are missing, and 100 come back each second.
  await expect(call(asked)).rejects.toMatchObject({
    name: 'TryLater',
    at: new Date(clock.now().getTime() + 10_000),
  })
  expect(waits).toEqual([])
})

test('a short wait is sat out, three times at most', async () => {
  const { shopify, token, server, call, waits } = await createDouble()
  const asked = await accessTo(shopify, token)
  const throttled: Fault = {
    status: 200,
    body: JSON.stringify({
      errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
      extensions: {
        cost: {
          requestedQueryCost: 60,
          throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 10, restoreRate: 100 },
        },
      },
    }),
  }
  server.failNext('graphql.json', throttled, throttled)

  expect(await call(asked)).toEqual({ shop: { name: 'linen' } })
  expect(waits).toEqual([1000, 1000])

  server.failNext('graphql.json', throttled, throttled, throttled)
  await expect(call(asked)).rejects.toMatchObject({ name: 'TryLater' })
  expect(waits).toHaveLength(4)
})

test('Shopify’s reasons for refusing a change reach the caller in its words', async () => {
  const { shopify, token, server, call } = await createDouble()
  const asked = await accessTo(shopify, token)
  const userErrors = [{ field: ['webPixel', 'settings'], message: 'Settings is invalid' }]
  server.failNext('graphql.json', {
    status: 200,
    body: JSON.stringify({
      data: { shop: { name: 'linen' }, webPixelCreate: { webPixel: null, userErrors } },
    }),
  })

  await expect(call(asked)).rejects.toMatchObject({
    name: 'ChangeRefused',
    errors: [{ field: 'webPixel.settings', message: 'Settings is invalid' }],
  })
})

test('only the double is reached on this machine', async () => {
  const { shopify, token, clock } = await createDouble()
  const asked = await accessTo(shopify, token)
  const providers = createProviderClients({ now: clock.now })
  const origins = shopifyOrigins('http://127.0.0.1:1')
  const { call } = createAdminApi({ origins, providers, now: clock.now })

  await expect(call(asked)).rejects.toMatchObject({ name: 'ConnectionLost' })
})

test.each<[Fault, string]>([
  [{ status: 402 }, 'ShopClosed'],
  [{ status: 404 }, 'ShopClosed'],
  [{ status: 423 }, 'ShopClosed'],
  [{ status: 429 }, 'TryLater'],
  [{ status: 430 }, 'TryLater'],
  [{ status: 500 }, 'TryLater'],
  [{ status: 200, body: '<html>' }, 'TryLater'],
  [{ status: 200, body: '[]' }, 'BadRecord'],
  ['hang up', 'TryLater'],
  ['half a body', 'TryLater'],
])('an exchange that meets %o becomes %s', async (fault, name) => {
  const { shopify, token, server } = await createDouble()
  server.failNext('access_token', fault)

  await expect(shopify.exchangeOffline(domain, token)).rejects.toMatchObject({ name })
})
