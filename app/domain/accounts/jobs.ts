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
  'shop-connected',
] as const
export type SecurityEvent = (typeof securityEvents)[number]

/** Staff actions that the person concerned gets an email about. */
export const staffEvents = [
  'email-verified',
  'sessions-ended',
  'factor-reset-asked',
  'suspended',
  'reinstated',
  'erasure-asked',
  'team-suspended',
  'team-reinstated',
  'team-left',
  'team-received',
  'site-left',
  'site-received',
  'team-erasure-asked',
  'team-erased',
] as const
export type StaffEvent = (typeof staffEvents)[number]

/** Access that ends when an address is first proven, as far as emails name it. */
const removedKinds = [
  'passkeys',
  'two-factor',
  'api-tokens',
  'invitations',
  'phone',
  'shop-logins',
  'members',
  'webhooks',
] as const
export type RemovedKind = (typeof removedKinds)[number]

const removedAccess = z.object({ kind: z.enum(removedKinds), count: z.number() })
export type RemovedAccess = z.infer<typeof removedAccess>

const ofUser = z.object({ userId: z.number() })

/** Milliseconds since 1970. */
const at = z.number()

export const accountEmailJobs = {
  verification: job('accounts.mail-verification', ofUser),
  /** 0 means no account, so asking takes the same time for every address. */
  reset: job('accounts.mail-reset', ofUser),
  /**
   * To the new address, also one that has another account. `mark`: of the password that confirmed it, see `markPassword`. Jobs that were
   * stored before there was one have none, and their link is refused.
   */
  emailChange: job(
    'accounts.mail-email-change',
    ofUser.extend({ email: z.string(), mark: z.string().optional() }),
  ),
  /** Someone tried to register with the account's address. */
  registeredAgain: job('accounts.mail-registered-again', ofUser.extend({ at })),
  /** To the old address. */
  emailChanged: job('accounts.mail-email-changed', ofUser.extend({ email: z.string(), at })),
  /**
   * `removed`: what ended because the new password proved the address for the first time. `shopLogins`:
   * how many logins through shops' admins ended with the old password.
   */
  passwordChanged: job(
    'accounts.mail-password-changed',
    ofUser.extend({
      at,
      removed: z.array(removedAccess).optional(),
      shopLogins: z.number().optional(),
    }),
  ),
  /** The address was proven for the first time, and something ended with that. */
  addressProven: job(
    'accounts.mail-address-proven',
    ofUser.extend({ at, removed: z.array(removedAccess) }),
  ),
  /** About a change of how the person logs in. */
  security: job('accounts.mail-security', ofUser.extend({ event: z.enum(securityEvents), at })),
  /**
   * A staff action. `team` and `site` are names, which may no longer exist when the email is sent.
   * `notice` is the text that staff wrote to the person, `removed` the access that ended because
   * they vouched.
   */
  staffAct: job(
    'accounts.mail-staff-act',
    ofUser.extend({
      event: z.enum(staffEvents),
      team: z.string().nullable(),
      site: z.string().nullable(),
      notice: z.string().nullable(),
      removed: z.array(removedAccess).optional(),
    }),
  ),
  /** The link to a file with the person's data, or with that of a team that they own. */
  dataExport: job('accounts.mail-export', ofUser.extend({ teamId: z.number().nullable() })),
  /** After the account was deleted. `to` is the sealed address. */
  farewell: job('accounts.mail-farewell', z.object({ to: z.base64(), at })),
}
