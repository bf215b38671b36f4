import { createHmac } from 'node:crypto'
import { timingSafeEqualText } from '#app/lib/security/timing-safe-equal.server.ts'

/**
 * Whether a webhook's body is what Shopify sent.
 *
 * @param body every byte as it arrived: parsing and writing JSON again changes it
 * @param signature the header `X-Shopify-Hmac-Sha256`; null without one
 * @param secrets of the app, newest first
 */
export const isSignedDelivery = (
  body: Uint8Array,
  signature: string | null,
  secrets: readonly string[],
): boolean =>
  signature !== null &&
  secrets.some((secret) =>
    timingSafeEqualText(signature, createHmac('sha256', secret).update(body).digest('base64')),
  )
