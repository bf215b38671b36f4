/** A demo store for one test, and an app that listens to its webhooks. */
import { onTestFinished } from 'vitest'
import {
  startShopifyStore,
  type ShopifyStore,
  type StoreOptions,
} from '#workshop/store/shopify-store.server.ts'
import type { DemoShop } from '#workshop/store/demo-shop.server.ts'
import { createClock, type Clock } from '../clock.ts'

export const appKeys = { apiKey: 'demo-api-key', apiSecret: 'demo-api-secret-of-tests' }

type ReceivedWebhook = { headers: Headers; body: string }

export type TestStore = {
  store: ShopifyStore
  /** The shop with a history. */
  shop: DemoShop
  clock: Clock
  /** Webhooks that reached the app, oldest first. */
  received: ReceivedWebhook[]
  /** Sets the app's response to webhooks from now on. Null: no response. */
  answerWebhooks: (status: number | null) => void
}

export async function startTestStore(options: Partial<StoreOptions> = {}): Promise<TestStore> {
  const clock = createClock()
  const received: ReceivedWebhook[] = []
  let status: number | null = 200
  const store = await startShopifyStore({
    port: 0,
    ...appKeys,
    handle: 'footfall',
    appUrl: 'http://localhost:3000/shopify',
    webhooksUrl: 'http://localhost:3000/hooks/shopify',
    clock: clock.now,
    fetch: (_url, init) => {
      received.push({
        headers: new Headers(init?.headers),
        body: typeof init?.body === 'string' ? init.body : '',
      })
      return status === null
        ? Promise.reject(new Error('The connection ended.'))
        : Promise.resolve(new Response(null, { status }))
    },
    ...options,
  })
  onTestFinished(() => store.close())
  return {
    store,
    shop: store.shop('linen-and-oak'),
    clock,
    received,
    answerWebhooks(wanted) {
      status = wanted
    },
  }
}

/** The token endpoint's answer to these fields, beside the app's keys. */
export async function requestToken(
  shop: DemoShop,
  fields: Record<string, unknown>,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const { apiKey: client_id, apiSecret: client_secret } = appKeys
  const response = await fetch(`${shop.machineUrl}/admin/oauth/access_token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_id, client_secret, ...fields }),
  })
  const body: unknown = await response.json()
  return { status: response.status, body: body as Record<string, unknown> }
}

export const exchange = {
  grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
  subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
  requested_token_type: 'urn:shopify:params:oauth:token-type:offline-access-token',
  expiring: '1',
} as const

/** Installs the app by exchanging a session token, and returns the access token. */
export async function requestAccessToken(shop: DemoShop): Promise<string> {
  const { body } = await requestToken(shop, {
    ...exchange,
    subject_token: shop.createSessionToken(),
  })
  return String(body['access_token'])
}

export const askAdminApi = (shop: DemoShop, token: string, query: string): Promise<Response> =>
  fetch(`${shop.machineUrl}/admin/api/2026-07/graphql.json`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Shopify-Access-Token': token },
    body: JSON.stringify({ query }),
  })
