/** Announcements by staff. */
import { and, desc, eq, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { teams, users } from '#app/db/schema/ground.ts'
import { announcements } from '#app/db/schema/announcements.ts'
import { defineCursor, timedPosition } from '#app/lib/cursor.server.ts'
import { Refusal, refuseFields } from '#app/lib/errors.ts'
import type { Config } from '#app/config.server.ts'
import type { Services } from '#app/services.ts'
import {
  shownAnnouncements,
  type Announcement,
  type AnnouncementAudience,
  type AnnouncementInput,
  type AnnouncementReader,
  type AnnouncementShell,
} from './announcement.ts'

/**
 * Publishes an announcement, now or at its time.
 *
 * @param userId its author; null for the operator
 * @returns its id
 * @throws Refusal `invalid` for a time that has passed
 */
export async function announce(
  { db, now }: Services,
  userId: number | null,
  {
    body,
    actionText,
    actionUrl,
    shell,
    plans,
    publishAt,
  }: AnnouncementInput & AnnouncementAudience,
): Promise<number> {
  const at = now()
  if (publishAt && publishAt <= at)
    throw refuseFields({ publishAt: ['Enter a time in the future, or leave this blank.'] })
  const [row] = await db.system
    .insert(announcements)
    .values({
      userId,
      body,
      actionText,
      actionUrl,
      shell,
      plans: plans && [...plans],
      publishedAt: publishAt ?? at,
      createdAt: at,
      updatedAt: at,
    })
    .returning({ id: announcements.id })
  if (!row) throw new Error('The announcement was not stored.')
  return row.id
}

/** Deletes an announcement, published or not. @throws Refusal `not_found` */
export async function withdrawAnnouncement({ db }: Services, id: number): Promise<void> {
  const gone = await db.system
    .delete(announcements)
    .where(eq(announcements.id, id))
    .returning({ id: announcements.id })
  if (gone.length === 0) throw new Refusal('not_found', 'Announcement not found.')
}

/** The newest ones for this person that are published, newest first. */
export async function listAnnouncements(
  { db, now, config }: Services,
  { userId, shell, teamId }: AnnouncementReader,
): Promise<Announcement[]> {
  const rows = await db.system
    .select({
      id: announcements.id,
      body: announcements.body,
      actionText: announcements.actionText,
      actionUrl: announcements.actionUrl,
      createdAt: announcements.publishedAt,
      readAt: users.lastReadAnnouncementsAt,
    })
    .from(announcements)
    .innerJoin(users, eq(users.id, userId))
    .leftJoin(teams, teamId === null ? sql`false` : eq(teams.id, teamId))
    .where(
      and(
        lte(announcements.publishedAt, now()),
        or(
          isNull(announcements.shell),
          shell === null ? undefined : eq(announcements.shell, shell),
        ),
        or(isNull(announcements.plans), sql`${teams.plan} = any(${announcements.plans})`),
      ),
    )
    .orderBy(desc(announcements.publishedAt), desc(announcements.id))
    .limit(shownAnnouncements)
  return rows.map(({ actionText, actionUrl, readAt, ...row }) => ({
    ...row,
    action: actionOf({ actionText, actionUrl: actionUrl && pathIfOurs(config, actionUrl) }),
    isUnread: readAt === null || row.createdAt > readAt,
  }))
}

/** Screens open where the person is: the product at the top knows no one who is in an admin's frame. */
const pathIfOurs = ({ appUrl }: Pick<Config, 'appUrl'>, url: string): string =>
  url === appUrl || url.startsWith(`${appUrl}/`) ? url.slice(appUrl.length) || '/' : url

const actionOf = (row: {
  actionText: string | null
  actionUrl: string | null
}): Announcement['action'] =>
  row.actionText !== null && row.actionUrl !== null
    ? { text: row.actionText, url: row.actionUrl }
    : null

/** As staff see it. */
export type StaffAnnouncement = Omit<Announcement, 'isUnread'> & {
  author: string | null
  shell: AnnouncementShell | null
  plans: readonly string[] | null
  isPublished: boolean
}

const announcementCursor = defineCursor('announcements', timedPosition)

/** Announcements on a page of staff's list. */
const pageSize = 50

/**
 * All announcements, the last to be published first.
 *
 * @param written `next` of the page before. Null, and anything else: the first page
 * @returns `next` is null on the last page
 */
export async function listAllAnnouncements(
  { db, now }: Services,
  written: string | null,
): Promise<{ announcements: StaffAnnouncement[]; isFirst: boolean; next: string | null }> {
  const before = announcementCursor.read(written)
  const at = now()
  const rows = await db.system
    .select({ row: announcements, author: users.name })
    .from(announcements)
    .leftJoin(users, eq(users.id, announcements.userId))
    .where(
      before
        ? or(
            lt(announcements.publishedAt, before.at),
            and(eq(announcements.publishedAt, before.at), lt(announcements.id, before.id)),
          )
        : undefined,
    )
    .orderBy(desc(announcements.publishedAt), desc(announcements.id))
    .limit(pageSize + 1)
  const listed = rows.slice(0, pageSize).map(({ row, author }) => ({
    id: row.id,
    body: row.body,
    action: actionOf(row),
    author,
    shell: row.shell,
    plans: row.plans,
    createdAt: row.publishedAt,
    isPublished: row.publishedAt <= at,
  }))
  const last = rows.length > pageSize ? listed.at(-1) : undefined
  return {
    announcements: listed,
    isFirst: before === null,
    next: last ? announcementCursor.write({ at: last.createdAt, id: last.id }) : null,
  }
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
    .select({ at: announcements.publishedAt })
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
