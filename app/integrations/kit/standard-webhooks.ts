/** Deliveries that are signed as standardwebhooks.com describes. */
import { ForgedDelivery } from '#app/lib/web/provider-errors.ts'
import type { RawDelivery } from '../integration.ts'
import { isEqualText, requireFresh, signatureOf } from './signatures.ts'

/** During a change of the secret there are several. */
const maxSignatures = 10

/**
 * @param key the secret's bytes
 * @returns the id, the same for each attempt to deliver the same message
 * @throws ForgedDelivery
 */
export function requireStandardWebhook(
  { headers, body }: RawDelivery,
  { key, now }: { key: Buffer; now: Date },
): { id: string; sentAt: Date } {
  const id = headers['webhook-id']
  const seconds = headers['webhook-timestamp']
  const given = headers['webhook-signature']
  if (!id || given === undefined || !/^\d{1,12}$/.test(seconds ?? '')) throw new ForgedDelivery()
  requireFresh(Number(seconds), now)
  const content = Buffer.concat([Buffer.from(`${id}.${String(seconds)}.`), body])
  const expected = `v1,${signatureOf({ algorithm: 'sha256', encoding: 'base64' }, key, content)}`
  const signatures = given.split(' ', maxSignatures)
  if (!signatures.some((one) => isEqualText(one, expected))) throw new ForgedDelivery()
  return { id, sentAt: new Date(Number(seconds) * 1000) }
}
