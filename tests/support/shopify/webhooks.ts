/** Webhooks as Shopify sends them, to a product that is served. */
import { createHmac, randomUUID } from 'node:crypto'
import { shopifyApp } from '#workshop/doubles/shopify-server.ts'
import { deliveriesJob } from '#app/jobs/deliveries.server.ts'
import { visitShop } from '#app/domain/shops/visit-shop.server.ts'
import type { Served } from '../serve.ts'
import { createShopifyWorld, linen, type ShopifyWorld } from './shopify-world.ts'

export const signBody = (body: string | Buffer, secret = shopifyApp.apiSecret): string =>
  createHmac('sha256', secret).update(body).digest('base64')

export type Webhook = {
  topic: string
  /** An object is sent as JSON. */
  body: string | object
  shop?: string
  id?: string
  /** Null: without the header. */
  headers?: Record<string, string | null>
}

export type WebhookWorld = ShopifyWorld & {
  served: Served
  /** Sends it as Shopify does. */
  deliver: (webhook: Webhook) => Promise<Response>
  /** Processes everything that is due. */
  process: () => Promise<void>
}

export function webhookRequest({ topic, body, shop = linen, id, headers = {} }: Webhook) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const all: Record<string, string | null> = {
    'Content-Type': 'application/json',
    'X-Shopify-Hmac-Sha256': signBody(text),
    'X-Shopify-Topic': topic,
    'X-Shopify-Shop-Domain': shop,
    'X-Shopify-Webhook-Id': id ?? randomUUID(),
    'X-Shopify-API-Version': '2026-07',
    ...headers,
  }
  const given = new Headers()
  for (const [name, value] of Object.entries(all)) if (value !== null) given.set(name, value)
  return { method: 'POST', headers: given, body: text }
}

/** The shop `linen` is installed, and the product is served. */
export async function createWebhookWorld(): Promise<WebhookWorld> {
  const world = await createShopifyWorld()
  await world.queue.start([], world.services)
  await visitShop(world.services, {
    token: world.tokenOf(world.owner),
    shop: linen,
  })
  const served = await world.serve()
  return {
    ...world,
    served,
    deliver: (webhook) => served.fetch('/hooks/shopify', webhookRequest(webhook)),
    process: () => deliveriesJob.run(world.services, {}),
  }
}

/** An order as webhooks have it, with an id beyond 2^53. */
export function orderBody(over: Record<string, unknown> = {}): string {
  const { id = '820982911946154509', ...fields } = over
  const body = JSON.stringify({
    test: false,
    created_at: '2026-03-02T09:58:00Z',
    processed_at: '2026-03-02T09:59:00Z',
    financial_status: 'paid',
    currency: 'EUR',
    total_price: '39.80',
    email: 'ada@shopper.example',
    customer: { id: 1, first_name: 'Ada', last_name: 'Byron' },
    shipping_address: { first_name: 'Ada', city: 'Ockham', country_code: 'GB' },
    line_items: [
      {
        product_id: 632910392,
        variant_id: 1,
        title: 'Wool socks',
        quantity: 2,
        price: '19.90',
      },
    ],
    ...fields,
  })
  return body.replace('{', `{"id":${String(id)},`)
}
