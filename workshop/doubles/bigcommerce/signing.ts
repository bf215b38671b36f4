/** Signatures with an app's secret: payloads of control panels, and webhooks. */
import { createHmac, randomUUID } from 'node:crypto'

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

export type SignedClaims = Readonly<Record<string, unknown>>

/** @param alg named in the header, whatever signs it */
export function signPayload(claims: SignedClaims, secret: string, alg = 'HS256'): string {
  const signed = `${encoded({ alg, typ: 'JWT' })}.${encoded(claims)}`
  const signature =
    alg === 'none' ? '' : createHmac('sha256', secret).update(signed).digest('base64url')
  return `${signed}.${signature}`
}

/** Headers of a delivery, as standardwebhooks.com describes them. */
export function signDelivery(body: string, secret: string, at: Date): Record<string, string> {
  const id = `msg_${randomUUID()}`
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signature = createHmac('sha256', secret)
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}
