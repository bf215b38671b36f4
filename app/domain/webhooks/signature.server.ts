/** Signatures by which a receiver knows that a webhook is ours (https://www.standardwebhooks.com). */
import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A new secret: 256 random bits. */
export const newWebhookSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

export type SignedMessage = {
  /** The same for each attempt. */
  id: string
  at: Date
  body: string
}

/**
 * The headers of a request.
 *
 * @param secrets one, or two while the endpoint changes from one to the other: either verifies it
 */
export function webhookHeaders(
  { id, at, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signed = `${id}.${timestamp}.${body}`
  return {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(signed, secret)}`).join(' '),
  }
}

const sign = (text: string, secret: string) =>
  createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(text)
    .digest('base64')
