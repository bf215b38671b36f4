import { timingSafeEqual } from 'node:crypto'

/** Compares a secret with user input in constant time. */
export function timingSafeEqualText(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)]
  return one.length === other.length && timingSafeEqual(one, other)
}
