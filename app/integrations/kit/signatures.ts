/** Signatures of deliveries, compared in constant time. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { ForgedDelivery } from '#app/lib/web/provider-errors.ts'

export type SignatureScheme = {
  algorithm: 'sha1' | 'sha256' | 'sha512'
  encoding: 'hex' | 'base64'
}

/** The signature of these bytes. */
export const signatureOf = (
  { algorithm, encoding }: SignatureScheme,
  secret: string | Buffer,
  content: string | Buffer,
): string => createHmac(algorithm, secret).update(content).digest(encoding)

/** Takes as long for every wrong value of the same length. */
export function isEqualText(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** @throws ForgedDelivery */
export function requireSignature(
  scheme: SignatureScheme,
  { secret, content, given }: { secret: string; content: Buffer; given: string | undefined },
): void {
  const expected = signatureOf(scheme, secret, content)
  if (given === undefined || !isEqualText(given.trim(), expected)) throw new ForgedDelivery()
}

/** Deliveries that were signed longer ago are refused, so that a recorded one can't be sent again. */
export const signatureToleranceSeconds = 300

/** @param seconds since 1970, as the delivery says. @throws ForgedDelivery */
export function requireFresh(seconds: number, now: Date): void {
  const age = Math.abs(now.getTime() / 1000 - seconds)
  if (!(age <= signatureToleranceSeconds)) throw new ForgedDelivery()
}

/** The id of a delivery whose sender gives none: the same content is the same delivery. */
export const contentId = (...content: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256')
  for (const part of content) hash.update(part).update('\0')
  return hash.digest('hex').slice(0, 40)
}
