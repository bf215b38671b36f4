/** Support requests of the people who ask. Stored first, so that a lost email loses nothing. */
import { and, eq, lt, type SQL } from 'drizzle-orm'
import { supportRequests } from '#app/db/schema/support.ts'
import type { Services } from '#app/services.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import type { SupportInput, SupportState } from './conversation.ts'
import { supportEmailJob, supportMessageEmailJob } from './jobs.ts'
import {
  isUnread,
  lockRequest,
  newestFirst,
  olderThan,
  storeMessage,
  supportCursor,
} from './messages.server.ts'

/** Who asks, for which team, from which network address. */
export type SupportRequester = {
  account: Pick<Account, 'id' | 'email'>
  teamId: number | null
  address: string
}

/**
 * Begins a conversation.
 *
 * @throws Refusal `too_many`
 */
export async function requestSupport(
  { db, jobs, now, security: { rateLimits } }: Services,
  { account, teamId, address }: SupportRequester,
  { subject, message }: SupportInput,
): Promise<void> {
  await rateLimits.consume('support', account.email, address)
  const at = now()
  await db.transaction(async (tx) => {
    const [row] = await tx
      .insert(supportRequests)
      .values({ userId: account.id, teamId, subject, createdAt: at, lastMessageAt: at })
      .returning({ id: supportRequests.id })
    if (!row) throw new Error('The request was not stored.')
    const { id: requestId } = row
    await storeMessage(tx, { requestId, author: 'user', userId: account.id, body: message, at })
    await jobs.send(supportEmailJob, { id: requestId }, tx)
  })
}

/**
 * An answer of the person, which opens the conversation again.
 *
 * @throws Refusal `not_found` for a conversation of someone else, `too_many`
 */
export async function answerSupport(
  { db, jobs, now, security: { rateLimits } }: Services,
  { account, address }: Omit<SupportRequester, 'teamId'>,
  { requestId, body }: { requestId: number; body: string },
): Promise<void> {
  await rateLimits.consume('supportAnswer', account.email, address)
  const at = now()
  await db.transaction(async (tx) => {
    await lockRequest(tx, requestOf(account.id, requestId))
    const answer = { requestId, author: 'user' as const, userId: account.id, body, at }
    const id = await storeMessage(tx, answer)
    await tx
      .update(supportRequests)
      .set({ state: 'open', lastMessageAt: at })
      .where(eq(supportRequests.id, requestId))
    await jobs.send(supportMessageEmailJob, { id }, tx)
  })
}

const requestOf = (userId: number, requestId: number): SQL | undefined =>
  and(eq(supportRequests.id, requestId), eq(supportRequests.userId, userId))

export type SupportRequest = {
  id: number
  subject: string
  state: SupportState
  lastMessageAt: Date
  createdAt: Date
  /** Staff wrote something that the person hasn’t seen. */
  isUnread: boolean
}

const columns = {
  id: supportRequests.id,
  subject: supportRequests.subject,
  state: supportRequests.state,
  lastMessageAt: supportRequests.lastMessageAt,
  createdAt: supportRequests.createdAt,
  isUnread: isUnread('user'),
}

/** Conversations on a page. */
const pageSize = 20

/**
 * The person’s conversations, the one with the newest message first.
 *
 * @param before `next` of the page before. Null, and anything else: the first page
 * @returns `next` is null on the last page
 */
export async function listSupportRequests(
  { db }: Services,
  { userId, before }: { userId: number; before: string | null },
): Promise<{ requests: SupportRequest[]; isFirst: boolean; next: string | null }> {
  const position = supportCursor.read(before)
  const rows = await db.system
    .select(columns)
    .from(supportRequests)
    .where(and(eq(supportRequests.userId, userId), olderThan(position)))
    .orderBy(...newestFirst)
    .limit(pageSize + 1)
  const requests = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? requests.at(-1) : undefined
  return {
    requests,
    isFirst: position === null,
    next: last ? supportCursor.write({ at: last.lastMessageAt, id: last.id }) : null,
  }
}

/** Null: the person has no such conversation. */
export async function findSupportRequest(
  { db }: Services,
  { userId, requestId }: { userId: number; requestId: number },
): Promise<SupportRequest | null> {
  const [row] = await db.system
    .select(columns)
    .from(supportRequests)
    .where(requestOf(userId, requestId))
  return row ?? null
}

/**
 * Marks a conversation as read.
 *
 * @param messageId the newest message that was on the screen
 */
export async function markSupportRead(
  { db }: Services,
  { userId, requestId, messageId }: { userId: number; requestId: number; messageId: number },
): Promise<void> {
  await db.system
    .update(supportRequests)
    .set({ userReadId: messageId })
    .where(and(requestOf(userId, requestId), lt(supportRequests.userReadId, messageId)))
}
