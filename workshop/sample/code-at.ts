import { codeOfStep } from '#app/domain/accounts/two-factor/totp.server.ts'
import { secondMillis } from '#app/lib/time.ts'

/** The code that an app with this seed shows in this moment. */
export const codeAt = (seed: string, at: Date): string =>
  codeOfStep(seed, Math.floor(at.getTime() / (30 * secondMillis)))
