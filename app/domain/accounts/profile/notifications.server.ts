/** Which mails a person wants, and the link in each mail that ends its kind (RFC 8058). */
import { and, eq } from 'drizzle-orm'
import { notificationChoices, users } from '#app/db/schema/index.ts'
import { isSameText } from '#app/lib/security/timing-safe-equal.server.ts'
import type { Services } from '#app/services.ts'
import {
  isNotificationKind,
  notificationKinds,
  type NotificationKind,
  type NotificationsInput,
} from './notifications.ts'

export type Choices = Record<NotificationKind, boolean>

export async function readChoices({ db }: Services, userId: number): Promise<Choices> {
  const rows = await db.system
    .select({ kind: notificationChoices.kind, isWanted: notificationChoices.isWanted })
    .from(notificationChoices)
    .where(eq(notificationChoices.userId, userId))
  const chosen = new Map(rows.map(({ kind, isWanted }) => [kind, isWanted]))
  return Object.fromEntries(
    notificationKinds.map(({ kind }) => [kind, chosen.get(kind) ?? true]),
  ) as Choices
}

export async function saveChoices(
  services: Services,
  userId: number,
  input: NotificationsInput,
): Promise<void> {
  for (const { kind } of notificationKinds) {
    await saveChoice(services, { userId, kind }, input[kind] === 'on')
  }
}

/** One kind of mail to one person. */
export type Subscription = { userId: number; kind: NotificationKind }

export async function wantsMail(
  { db }: Services,
  { userId, kind }: Subscription,
): Promise<boolean> {
  const [row] = await db.system
    .select({ isWanted: notificationChoices.isWanted })
    .from(notificationChoices)
    .where(and(eq(notificationChoices.userId, userId), eq(notificationChoices.kind, kind)))
  return row?.isWanted ?? true
}

/** Works for as long as there is the account: mails are read late. */
export function makeUnsubscribeLink(
  { secrets, config }: Pick<Services, 'secrets' | 'config'>,
  subscription: Subscription,
): string {
  const link = new URL('/unsubscribe', config.appUrl)
  link.searchParams.set('user', String(subscription.userId))
  link.searchParams.set('kind', subscription.kind)
  link.searchParams.set('key', keyOf(secrets, subscription))
  return link.href
}

/** What a link ends, or null when it is none of ours or the account is gone. */
export async function readUnsubscribeLink(
  services: Services,
  query: URLSearchParams,
): Promise<Subscription | null> {
  const [userId, kind] = [Number(query.get('user')), query.get('kind') ?? '']
  if (!Number.isSafeInteger(userId) || !isNotificationKind(kind)) return null
  const subscription = { userId, kind }
  if (!isSameText(query.get('key') ?? '', keyOf(services.secrets, subscription))) return null

  const [user] = await services.db.system
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
  return user ? subscription : null
}

export const unsubscribe = (services: Services, subscription: Subscription): Promise<void> =>
  saveChoice(services, subscription, false)

async function saveChoice(
  { db, now }: Services,
  { userId, kind }: Subscription,
  isWanted: boolean,
): Promise<void> {
  const said = { isWanted, updatedAt: now() }
  await db.system
    .insert(notificationChoices)
    .values({ userId, kind, ...said })
    .onConflictDoUpdate({
      target: [notificationChoices.userId, notificationChoices.kind],
      set: said,
    })
}

const keyOf = (secrets: Services['secrets'], { userId, kind }: Subscription) =>
  secrets.fingerprint(`${String(userId)}\0${kind}`, 'unsubscribe')
