/** Email settings of a person, and the unsubscribe link of each email (RFC 8058). */
import { and, eq } from 'drizzle-orm'
import { users } from '#app/db/schema/ground.ts'
import { notificationChoices } from '#app/db/schema/accounts.ts'
import { timingSafeEqualText } from '#app/lib/security/timing-safe-equal.server.ts'
import type { Services } from '#app/services.ts'
import {
  isNotificationKind,
  notificationKinds,
  type NotificationKind,
  type NotificationsInput,
} from './notifications.ts'

export type NotificationChoices = Record<NotificationKind, boolean>

export async function readNotificationChoices(
  { db }: Services,
  userId: number,
): Promise<NotificationChoices> {
  const rows = await db.system
    .select({ kind: notificationChoices.kind, isWanted: notificationChoices.isWanted })
    .from(notificationChoices)
    .where(eq(notificationChoices.userId, userId))
  const chosen = new Map(rows.map(({ kind, isWanted }) => [kind, isWanted]))
  return Object.fromEntries(
    notificationKinds.map(({ kind }) => [kind, chosen.get(kind) ?? true]),
  ) as NotificationChoices
}

export async function saveNotificationChoices(
  services: Services,
  userId: number,
  input: NotificationsInput,
): Promise<void> {
  for (const { kind } of notificationKinds) {
    await saveNotificationChoice(services, { userId, kind }, input[kind] === 'on')
  }
}

/** One kind of email to one person. */
export type EmailSubscription = { userId: number; kind: NotificationKind }

export async function wantsEmail(
  { db }: Services,
  { userId, kind }: EmailSubscription,
): Promise<boolean> {
  const [row] = await db.system
    .select({ isWanted: notificationChoices.isWanted })
    .from(notificationChoices)
    .where(and(eq(notificationChoices.userId, userId), eq(notificationChoices.kind, kind)))
  return row?.isWanted ?? true
}

/** Valid as long as the account exists, because emails are read late. */
export function createUnsubscribeLink(
  { config, security: { secrets } }: Pick<Services, 'security' | 'config'>,
  subscription: EmailSubscription,
): string {
  const link = new URL('/unsubscribe', config.appUrl)
  link.searchParams.set('user', String(subscription.userId))
  link.searchParams.set('kind', subscription.kind)
  link.searchParams.set('key', keyOf(secrets, subscription))
  return link.href
}

/**
 * The subscription that a link ends; null when the link isn't ours or the account no longer exists.
 */
export async function readUnsubscribeLink(
  services: Services,
  query: URLSearchParams,
): Promise<EmailSubscription | null> {
  const [userId, kind] = [Number(query.get('user')), query.get('kind') ?? '']
  if (!Number.isSafeInteger(userId) || !isNotificationKind(kind)) return null
  const subscription = { userId, kind }
  if (!timingSafeEqualText(query.get('key') ?? '', keyOf(services.security.secrets, subscription)))
    return null

  const [user] = await services.db.system
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
  return user ? subscription : null
}

export const unsubscribe = (services: Services, subscription: EmailSubscription): Promise<void> =>
  saveNotificationChoice(services, subscription, false)

async function saveNotificationChoice(
  { db, now }: Services,
  { userId, kind }: EmailSubscription,
  isWanted: boolean,
): Promise<void> {
  const choice = { isWanted, updatedAt: now() }
  await db.system
    .insert(notificationChoices)
    .values({ userId, kind, ...choice })
    .onConflictDoUpdate({
      target: [notificationChoices.userId, notificationChoices.kind],
      set: choice,
    })
}

const keyOf = (secrets: Services['security']['secrets'], { userId, kind }: EmailSubscription) =>
  secrets.fingerprint(`${String(userId)}\0${kind}`, 'unsubscribe')
