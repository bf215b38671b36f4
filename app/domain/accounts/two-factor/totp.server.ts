/**
 * Codes of authenticator apps: RFC 6238 with the parameters that every app supports, SHA-1, six
 * digits, 30 seconds.
 */
import { timingSafeEqual } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { productName } from '#app/lib/product.ts'

const stepMillis = 30_000

/** RFC 4226 section 4: 160 bits, in base 32 as apps expect it. */
export const createSeed = (): string => new Secret({ size: 20 }).base32

/** @param step the number of 30-second steps since 1970 */
export const codeOfStep = (seed: string, step: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(seed), timestamp: step * stepMillis })

/**
 * The step that a code belongs to: the current one, or the one before or after it. Null when the
 * code is wrong. Always compares all three, each in constant time.
 */
export function matchingStep(seed: string, code: string, at: Date): number | null {
  const given = Buffer.from(code)
  const present = Math.floor(at.getTime() / stepMillis)
  let found: number | null = null
  for (const step of [present - 1, present, present + 1]) {
    const expected = Buffer.from(codeOfStep(seed, step))
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step
  }
  return found
}

/** Content of the QR code. @param email identifies the account in the app's list */
export const otpauthUrl = (seed: string, email: string): string =>
  new TOTP({ issuer: productName, label: email, secret: seed }).toString()
