/** Which emails can be turned off. Safe in the browser. */
import { z } from 'zod'

/** All are on by default. The kind is stored in `notification_choices`. */
export const notificationKinds = [
  { kind: 'plan-70', name: '70% of the month’s plan is used' },
  { kind: 'plan-90', name: '90% of the month’s plan is used' },
  { kind: 'plan-100', name: 'The month’s plan is used up and nudges pause' },
] as const
export type NotificationKind = (typeof notificationKinds)[number]['kind']

/** These can't be turned off: they reveal what someone else may have done. */
export const mandatoryEmails = [
  'Links that you or somebody else asked for: a new password, a new address',
  'A changed password or address',
  'Changes to two-factor login and passkeys, and codes that were refused',
  'Invitations to an organization',
  'The end of your account',
]

export const isNotificationKind = (word: string): word is NotificationKind =>
  notificationKinds.some(({ kind }) => kind === word)

const ticked = z.literal('on').optional()

/** Unchecked checkboxes aren't sent. The intent distinguishes such a form from an empty body. */
export const notificationsInput = z.object({
  intent: z.literal('choose', { error: 'Send the form of this screen.' }),
  'plan-70': ticked,
  'plan-90': ticked,
  'plan-100': ticked,
} satisfies Record<NotificationKind | 'intent', z.ZodType>)
export type NotificationsInput = z.infer<typeof notificationsInput>
