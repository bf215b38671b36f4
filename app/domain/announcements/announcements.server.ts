/** Announcements by staff, the same for everyone. */
import { and, desc, eq, isNull, lt, or } from 'drizzle-orm'
import { announcements, users } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { shownAnnouncements, type Announcement, type AnnouncementInput } from './announcement.ts'

/**
 * Publishes an announcement.
 *
 * @param userId its author; null for the operator
 * @returns its id
 */
export async function announce(
  { db, now }: Services,
  userId: number | null,
  { body, actionText, actionUrl }: AnnouncementInput,
): Promise<number> {
  const at = now()
  const [row] = await db.system
    .insert(announcements)
    .values({ userId, body, actionText, actionUrl, createdAt: at, updatedAt: at })
    .returning({ id: announcements.id })
  if (!row) throw new Error('The announcement was not stored.')
  return row.id
}

/** Newest first. */
export async function listAnnouncements({ db }: Services, userId: number): Promise<Announcement[]> {
  const rows = await db.system
    .select({
      id: announcements.id,
      body: announcements.body,
      actionText: announcements.actionText,
      actionUrl: announcements.actionUrl,
      createdAt: announcements.createdAt,
      readAt: users.lastReadAnnouncementsAt,
    })
    .from(announcements)
    .innerJoin(users, eq(users.id, userId))
    .orderBy(desc(announcements.createdAt), desc(announcements.id))
    .limit(shownAnnouncements)
  return rows.map(({ actionText, actionUrl, readAt, ...row }) => ({
    ...row,
    action: actionText !== null && actionUrl !== null ? { text: actionText, url: actionUrl } : null,
    isUnread: readAt === null || row.createdAt > readAt,
  }))
}

/**
 * Marks those that were shown as read, and no newer ones.
 *
 * @param newestId the newest one that was shown; an unknown one changes nothing
 */
export async function markAnnouncementsRead(
  { db }: Services,
  userId: number,
  newestId: number,
): Promise<void> {
  const [newest] = await db.system
    .select({ at: announcements.createdAt })
    .from(announcements)
    .where(eq(announcements.id, newestId))
  if (!newest) return

  const isOlder = or(
    isNull(users.lastReadAnnouncementsAt),
    lt(users.lastReadAnnouncementsAt, newest.at),
  )
  await db.system
    .update(users)
    .set({ lastReadAnnouncementsAt: newest.at })
    .where(and(eq(users.id, userId), isOlder))
}
