/** Emails to a person about the account. Payloads carry no links: the handler creates them. */
import { z } from 'zod'
import { job } from '#app/lib/job-signature.ts'

/** Changes that are announced to the account's owner, since someone else could have made them. */
export const securityEvents = [
  'two-factor-on',
  'two-factor-off',
  'recovery-kit-renewed',
  'recovery-code-used',
  'emergency-token-used',
  'codes-refused',
  'passkey-added',
  'passkey-removed',
] as const
export type SecurityEvent = (typeof securityEvents)[number]

const ofUser = z.object({ userId: z.number() })

/** Milliseconds since 1970. */
const at = z.number()

export const accountEmailJobs = {
  verification: job('accounts.mail-verification', ofUser),
  /** 0 means no account, so asking takes the same time for every address. */
  reset: job('accounts.mail-reset', ofUser),
  /** To the new address. */
  emailChange: job('accounts.mail-email-change', ofUser.extend({ email: z.string() })),
  /** To the old address. */
  emailChanged: job('accounts.mail-email-changed', ofUser.extend({ email: z.string(), at })),
  passwordChanged: job('accounts.mail-password-changed', ofUser.extend({ at })),
  /** About a change of how the person logs in. */
  security: job('accounts.mail-security', ofUser.extend({ event: z.enum(securityEvents), at })),
  /** After the account was deleted. `to` is the sealed address. */
  farewell: job('accounts.mail-farewell', z.object({ to: z.base64(), at })),
}
