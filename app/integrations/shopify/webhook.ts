/**
 * A webhook as it arrives: who signed it, and what it is about.
 *
 * Signature and headers: shopify.dev, "Verify webhook deliveries". Since 2026 there are deliveries of
 * events, too, whose headers have the same names without "X-".
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { isShopDomain } from './shop-domain.ts'

export type WebhookDelivery = {
  /** The same for each attempt to deliver it. */
  id: string
  /** For example "orders/paid". */
  topic: string
  shop: string
  /** When the shop changed, by Shopify's clock. Null: not told. */
  triggeredAt: Date | null
}

export type WebhookVerdict =
  | { ok: true; delivery: WebhookDelivery }
  /** 401: nobody who knows the secret signed this body. 400: a header is missing or wrong. */
  | { ok: false; status: 400 | 401; detail: string }

/**
 * @param body the bytes as they came, because the signature is of these
 * @param secrets the app's, and during a rotation the previous one
 */
export function readWebhook(
  headers: Headers,
  body: Uint8Array,
  secrets: readonly string[],
): WebhookVerdict {
  const header = (name: string) =>
    headers.get(`x-shopify-${name}`) ?? headers.get(`shopify-${name}`)
  const signature = header('hmac-sha256')
  if (!signature) return malformed('signature')
  if (!secrets.some((secret) => isSignedBy(secret, signature, body))) {
    return { ok: false, status: 401, detail: 'The signature doesn’t match the body.' }
  }

  const topic = header('topic')
  const shop = header('shop-domain')?.toLowerCase()
  const id = header('webhook-id')
  if (!topic || !isName(topic)) return malformed('topic')
  if (!shop || !isShopDomain(shop)) return malformed('shop domain')
  if (!id || !isName(id)) return malformed('webhook id')
  const triggeredAt = new Date(header('triggered-at') ?? '')
  const isDate = !Number.isNaN(triggeredAt.getTime())
  return { ok: true, delivery: { id, topic, shop, triggeredAt: isDate ? triggeredAt : null } }
}

const malformed = (name: string): WebhookVerdict => ({
  ok: false,
  status: 400,
  detail: `The header with the ${name} is missing or malformed.`,
})

const isName = (text: string) => /^[\w./-]{1,100}$/.test(text)

function isSignedBy(secret: string, signature: string, body: Uint8Array): boolean {
  const expected = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(signature, 'base64')
  // Decoding skips what isn't base64, so two texts could stand for the same bytes.
  return (
    given.length === expected.length &&
    given.toString('base64') === signature &&
    timingSafeEqual(given, expected)
  )
}
