/** Messages of support conversations. */
import { and, asc, desc, eq, lt, sql, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { teams, users } from '#app/db/schema/ground.ts'
import { supportMessages, supportRequests } from '#app/db/schema/support.ts'
import { defineCursor, timedPosition, type TimedPosition } from '#app/lib/cursor.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import type { SupportAuthor, SupportMessage } from './conversation.ts'

/** Messages on a page of a conversation. */
const pageSize = 100

type NewMessage = {
  requestId: number
  author: SupportAuthor
  userId: number
  body: string
  at: Date
}

/** @returns the message's id */
export async function storeMessage(
  tx: Queries,
  { requestId, author, userId, body, at }: NewMessage,
): Promise<number> {
  const [row] = await tx
    .insert(supportMessages)
    .values({ requestId, author, userId, body, createdAt: at })
    .returning({ id: supportMessages.id })
  if (!row) throw new Error('The message was not stored.')
  return row.id
}

/**
 * Locks the conversation, so that its messages and its state change one after the other.
 *
 * @throws Refusal `not_found`
 */
export async function lockRequest(tx: Queries, which: SQL | undefined) {
  const [row] = await tx
    .select({
      id: supportRequests.id,
      userId: supportRequests.userId,
      state: supportRequests.state,
      assigneeId: supportRequests.assigneeId,
      lastMessageId: newestMessageId,
    })
    .from(supportRequests)
    .where(which)
    .for('no key update')
  if (!row) throw new Refusal('not_found', 'Conversation not found.')
  return row
}

/**
 * The newest message of each row of `support_requests`. Every conversation has one. Columns are
 * written out, because drizzle omits table names in a query of a single table.
 */
export const newestMessageId = sql<number>`(select max(m.id) from ${supportMessages} m
  where m.request_id = ${supportRequests}.id)`.mapWith(Number)

/** Who began the conversation. Null: there is no such conversation. */
export async function findRequestUser({ db }: Services, requestId: number): Promise<number | null> {
  const [row] = await db.system
    .select({ userId: supportRequests.userId })
    .from(supportRequests)
    .where(eq(supportRequests.id, requestId))
  return row?.userId ?? null
}

type Wanted = {
  requestId: number
  /** The id of the oldest message that was shown. Null: the newest page. */
  before: number | null
}

/**
 * A page of a conversation, oldest first.
 *
 * @returns `earlier` for `before` on the page before; null when there is none
 */
export async function listMessages(
  { db }: Services,
  { requestId, before }: Wanted,
): Promise<{ messages: SupportMessage[]; earlier: number | null }> {
  const rows = await db.system
    .select({
      id: supportMessages.id,
      author: supportMessages.author,
      name: users.name,
      body: supportMessages.body,
      at: supportMessages.createdAt,
    })
    .from(supportMessages)
    .leftJoin(users, eq(users.id, supportMessages.userId))
    .where(
      and(
        eq(supportMessages.requestId, requestId),
        before === null ? undefined : lt(supportMessages.id, before),
      ),
    )
    .orderBy(desc(supportMessages.id))
    .limit(pageSize + 1)
  const messages = rows.slice(0, pageSize).reverse()
  return { messages, earlier: rows.length > pageSize ? (messages[0]?.id ?? null) : null }
}

/** Whether the other side wrote something that wasn’t on the reader’s screen yet. */
export function isUnread(reader: SupportAuthor): SQL<boolean> {
  const readId = sql.raw(reader === 'user' ? 'user_read_id' : 'staff_read_id')
  return sql<boolean>`exists (select from ${supportMessages} m
    where m.request_id = ${supportRequests}.id
      and m.author <> ${reader} and m.id > ${supportRequests}.${readId})`
}

/** Cursor of the lists of conversations: the newest message of the last one. */
export const supportCursor = defineCursor('support requests', timedPosition)

/** Conversations after those of the page before, in the order of `newestFirst`. */
export const olderThan = (before: TimedPosition | null): SQL | undefined =>
  before === null
    ? undefined
    : sql`(${supportRequests.lastMessageAt}, ${supportRequests.id})
        < (${before.at.toISOString()}::timestamptz, ${before.id})`

export const newestFirst = [desc(supportRequests.lastMessageAt), desc(supportRequests.id)]

/** A message as its email needs it. */
export type SupportLetter = {
  requestId: number
  userId: number
  /** The organization that it's about. Null: none, or deleted. */
  teamId: number | null
  author: SupportAuthor
  subject: string
  body: string
  at: Date
  /** Who asked for support. */
  person: { name: string; email: string }
  organization: string | null
}

/**
 * @param which a message, or a conversation, of which it is the first
 * @returns null when the person no longer exists, and their conversations with them
 */
export async function findLetter(
  { db }: Services,
  which: { messageId: number } | { requestId: number },
): Promise<SupportLetter | null> {
  const [row] = await db.system
    .select({
      requestId: supportRequests.id,
      userId: supportRequests.userId,
      teamId: supportRequests.teamId,
      author: supportMessages.author,
      subject: supportRequests.subject,
      body: supportMessages.body,
      at: supportMessages.createdAt,
      person: { name: users.name, email: users.email },
      organization: teams.name,
    })
    .from(supportMessages)
    .innerJoin(supportRequests, eq(supportRequests.id, supportMessages.requestId))
    .innerJoin(users, eq(users.id, supportRequests.userId))
    .leftJoin(teams, eq(teams.id, supportRequests.teamId))
    .where(
      'messageId' in which
        ? eq(supportMessages.id, which.messageId)
        : eq(supportMessages.requestId, which.requestId),
    )
    .orderBy(asc(supportMessages.id))
    .limit(1)
  return row ?? null
}
