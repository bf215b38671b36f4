/** Rules of two-factor authentication that need no database. Safe in the browser. */
import { z } from 'zod'
import { confirmingPassword } from '../account.ts'
import { passkeyLoginInput } from '../passkeys/passkey.ts'
import { hourMillis } from '#app/lib/time.ts'

export type TwoFactorMethod = 'app' | 'phone'

export const recoveryCodeCount = 10

/** How long a pending login waits for its code, and a new seed for its first one. */
export const pendingMinutes = 10

/**
 * Wrong codes per login. After that even the correct one has to wait, so codes can't be guessed.
 */
export const maxCodeAttempts = 5

/** Limits what a stolen session can do. */
const recentHours = 2

/** Whether the second factor was given in this browser within the last two hours. */
export function hasRecentTwoFactor(
  { secondFactorAt }: { secondFactorAt: Date | null },
  now: Date,
): boolean {
  if (!secondFactorAt) return false
  return now.getTime() - secondFactorAt.getTime() < recentHours * hourMillis
}

/** Apps show `123 456`, and people type it like that. */
const sixDigits = z
  .string()
  .transform((typed) => typed.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the 6-digit code.'))

/** For both methods: first the password, then the first correct code. */
export const setupInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('start'), password: confirmingPassword }),
  z.object({ intent: z.literal('confirm'), code: sixDigits }),
])

/** Field names are unique, because both forms are on one screen. */
export const securityInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('turn-off'), offPassword: confirmingPassword }),
  z.object({ intent: z.literal('renew-kit'), kitPassword: confirmingPassword }),
])

/** From the app, a text message or the recovery codes; the format shows which. */
export const loginCodeInput = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('enter'),
    code: z.string().trim().min(1, 'Enter a code.').max(64, 'That’s too long for a code.'),
  }),
  z.object({ intent: z.literal('send') }),
])

/**
 * Ways to confirm one's identity again: anything that a login accepts as its second step, or a
 * passkey.
 */
export const stepUpInput = z.discriminatedUnion('intent', [
  ...loginCodeInput.options,
  ...passkeyLoginInput.options,
])

export const emergencyInput = z.object({
  token: z.string().trim().min(1, 'Enter the emergency token.').max(200, 'This is too long.'),
})

/** Shown once. */
export type RecoveryKit = { codes: string[]; emergencyToken: string }
