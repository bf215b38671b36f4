import { timingSafeEqual } from 'node:crypto'

/** Compares a secret with what was given, in the same time however much of it is right. */
export function timingSafeEqualText(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)]
  return one.length === other.length && timingSafeEqual(one, other)
}
