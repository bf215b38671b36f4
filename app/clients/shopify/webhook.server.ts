/**
 * A webhook as it arrives: its signature, and its topic.
 *
 * Signature and headers: shopify.dev, "Verify webhook deliveries". Since 2026 there are deliveries of
 * events, too, whose headers have the same names without "X-".
 */
import { readShopDomain } from '#app/domain/shops/shop-domain.ts'
import type { SignedWebhook, WebhookVerdict } from '#app/domain/shops/shopify.ts'
import { isSignedDelivery } from './webhook-signature.server.ts'

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
  if (!isSignedDelivery(body, signature, secrets)) {
    return {
      refused: 'forged',
      detail: 'The signature doesn’t match the body.',
    }
  }

  const topic = header('topic')
  const shop = readShopDomain(header('shop-domain'))
  const id = header('webhook-id')
  if (!topic || !isName(topic)) return malformed('topic')
  if (!shop) return malformed('shop domain')
  if (!id || !isName(id)) return malformed('webhook id')
  const webhook: SignedWebhook = {
    id,
    topic,
    shop,
    triggeredAt: readMoment(header('triggered-at')),
  }
  return { webhook }
}

const malformed = (name: string): WebhookVerdict => ({
  refused: 'malformed',
  detail: `The header with the ${name} is missing or malformed.`,
})

const isName = (text: string) => /^[\w./-]{1,100}$/.test(text)

function readMoment(text: string | null): Date | null {
  const moment = new Date(text ?? '')
  return Number.isNaN(moment.getTime()) ? null : moment
}
