/** Which emails can be turned off. Safe in the browser. */
import { z } from 'zod'

/** All are on by default. The kind is stored in `notification_choices`. */
export const notificationKinds = [
  { kind: 'plan-70', name: '70% of the monthly plan limit is used' },
  { kind: 'plan-90', name: '90% of the monthly plan limit is used' },
  { kind: 'plan-100', name: 'The monthly plan limit is reached and nudges pause' },
  {
    kind: 'connection-lost',
    name: 'A connected service or product feed stops working',
  },
] as const
export type NotificationKind = (typeof notificationKinds)[number]['kind']

/** These can't be turned off: they reveal what someone else may have done. */
export const mandatoryEmails = [
  'Password reset and email confirmation links',
  'Changes to your password or email address',
  'Changes to two-factor authentication or passkeys, and failed login codes',
  'Invitations to an organization',
  'Account deletion',
]

export const isNotificationKind = (word: string): word is NotificationKind =>
  notificationKinds.some(({ kind }) => kind === word)

const ticked = z.literal('on').optional()

/** Unchecked checkboxes aren't sent. The intent distinguishes such a form from an empty body. */
export const notificationsInput = z.object({
  intent: z.literal('choose', { error: 'Use the form on this page.' }),
  'plan-70': ticked,
  'plan-90': ticked,
  'plan-100': ticked,
  'connection-lost': ticked,
} satisfies Record<NotificationKind | 'intent', z.ZodType>)
export type NotificationsInput = z.infer<typeof notificationsInput>
