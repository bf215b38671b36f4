/** Encrypts messages for one browser (RFC 8291) and signs their requests (RFC 8292). */
import webPush from 'web-push'
import { hourMillis } from '#app/lib/time.ts'
import type { PushAddress } from '../subscribe.server.ts'

export type PushRequest = {
  address: PushAddress
  key: { publicKey: string; privateKey: string }
  /** Whom services can ask about our requests: a URL, or an email address with `mailto:`. */
  contact: string
  /** JSON. */
  message: string
  ttlSeconds: number
  topic: string
  urgency: 'low' | 'normal' | 'high'
}

/** Signs once per service and key for so long. Services take signatures of up to a day. */
const signedMillis = 6 * hourMillis
const maxSigned = 10_000

/** Authorization headers by service and key, and when they were made (monotonic). */
export type Signatures = Map<string, { value: string; at: number }>

/** @throws Error when the browser's keys can't be used */
export function encryptPush(
  { address, key, contact, message, ttlSeconds, topic, urgency }: PushRequest,
  signatures: Signatures,
): { headers: Record<string, string>; body: Buffer } {
  const { headers, body } = webPush.generateRequestDetails(address, message, {
    TTL: ttlSeconds,
    topic,
    urgency,
    contentEncoding: 'aes128gcm',
  })
  const authorization = signatureFor({ endpoint: address.endpoint, key, contact }, signatures)
  return {
    headers: {
      ...Object.fromEntries(
        Object.entries(headers as Record<string, string | number>).map(([name, value]) => [
          name,
          String(value),
        ]),
      ),
      Authorization: authorization,
    },
    body,
  }
}

type Signed = { endpoint: string } & Pick<PushRequest, 'key' | 'contact'>

/** A signature costs more than the encryption. */
function signatureFor({ endpoint, key, contact }: Signed, signatures: Signatures): string {
  const { origin } = new URL(endpoint)
  const name = `${origin} ${key.publicKey}`
  const now = performance.now()
  const known = signatures.get(name)
  if (known && now - known.at < signedMillis) return known.value
  const { publicKey, privateKey } = key
  const signed = webPush.getVapidHeaders(origin, contact, publicKey, privateKey, 'aes128gcm')
  if (signatures.size >= maxSigned) signatures.clear()
  signatures.set(name, { value: signed.Authorization, at: now })
  return signed.Authorization
}
