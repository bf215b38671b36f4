/** Staff actions in the kiosk, as the audit log names them. Safe in the browser. */
import { z } from 'zod'

/** Text of an audit entry. The staff member’s name precedes it. */
const sentences = {
  'impersonation.started': 'started impersonating the user.',
  'impersonation.ended': 'stopped impersonating the user.',
  'impersonation.logged-out': 'logged out while impersonating the user.',
  'impersonation.expired': 'was impersonating the user until the time ran out.',
  'impersonation.cut-off': 'could no longer impersonate the user.',
  'announcement.published': 'published an announcement.',
  'announcement.withdrawn': 'withdrew an announcement.',
  'plan.changed': 'changed the plan of the organization.',
  'trial.extended': 'gave the organization a trial.',
  'boost.given': 'gave the organization a boost.',
  'seats.changed': 'changed how many members and sites the organization can have.',
  'coupon.given': 'gave the organization a coupon.',
  'coupon.revoked': 'revoked a coupon of the organization.',
  'late-charge.refunded': 'marked a late charge as refunded.',
  'email.verified': 'marked the user’s email address as verified.',
  'sessions.ended': 'logged the user out everywhere.',
  'second-factor.reset-asked': 'asked for a reset of the user’s second factor.',
  'second-factor.reset': 'reset the user’s second factor.',
  'user.suspended': 'suspended the user.',
  'user.reinstated': 'lifted the user’s suspension.',
  'user.export-sent': 'sent the user a link to their data.',
  'user.erasure-asked': 'asked to delete the user’s account.',
  'user.erased': 'deleted the user’s account.',
  'team.suspended': 'suspended the organization.',
  'team.reinstated': 'lifted the organization’s suspension.',
  'team.transferred': 'transferred the ownership of the organization.',
  'site.transferred': 'transferred a site of the organization.',
  'team.export-sent': 'sent the owner a link to the organization’s data.',
  'team.erasure-asked': 'asked to delete the organization.',
  'team.erased': 'deleted the organization.',
  'support.answered': 'answered a support request of the user.',
  'support.changed': 'changed the assignee or the status of a support request of the user.',
  'outbox.listed': 'looked at the list of emails in the outbox.',
  'outbox.opened': 'read an email in the outbox.',
  'delivery.opened': 'looked at the full content of a delivery.',
  'delivery.replayed': 'had a delivery processed again.',
  'webhook.opened': 'looked at the full content of a webhook.',
  'webhook.resent': 'had a webhook sent again.',
  'job.opened': 'looked at the full payload of a failed job.',
  'job.restarted': 'had a failed job run again.',
} as const satisfies Record<string, string>

export type StaffActName = keyof typeof sentences

/** All of them. */
export const staffActNames = Object.keys(sentences) as readonly StaffActName[]

/** Data for an entry's sentence. No secrets, no personal data. */
export type StaffActDetails = Readonly<Record<string, string | number | boolean | null>>

/** An action of a later version has its name only. */
export const describeStaffAct = (act: string): string =>
  isStaffAct(act) ? sentences[act] : `performed an unknown action: ${act}.`

/** "Suspended the organization", to choose one from a list. */
export const staffActLabel = (act: StaffActName): string => {
  const sentence = sentences[act].slice(0, -1)
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

const isStaffAct = (act: string): act is StaffActName => Object.hasOwn(sentences, act)

/** Every action of staff has a reason, but answers to support requests. Spaces aren’t one. */
export const staffReason = z
  .string()
  .trim()
  .min(5, 'Enter a reason of at least 5 characters. It’s kept on record.')
  .max(500, 'Use 500 characters or fewer.')

/** Text that the person concerned reads when staff suspend them. */
export const suspensionNotice = z
  .string()
  .trim()
  .min(5, 'Enter what the user reads, at least 5 characters.')
  .max(300, 'Use 300 characters or fewer.')
