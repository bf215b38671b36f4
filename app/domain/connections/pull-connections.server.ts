/**
 * Asks services for what they don't deliver: what was there before, what deliveries missed, and
 * everything of services that deliver nothing. One sweep serves all connections: a row says when it is
 * due, so that ten thousand idle ones cost one index lookup a minute.
 */
import { and, asc, eq, inArray, isNotNull, lte } from 'drizzle-orm'
import { connections } from '#app/db/schema/connections.ts'
import { BlockedList, LostPlace, MissingRight } from '#app/integrations/kit/partial-failures.ts'
import { dayMillis, minuteMillis, secondMillis } from '#app/lib/time.ts'
import { BadRecord, ConnectionLost, HeldUp, TryLater } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { callerOf } from './caller.server.ts'
import { findConnection, type Connection } from './connection.server.ts'
import { pullConnectionsSoonJob } from './jobs.ts'
import { noteRecords } from './note-records.server.ts'
import {
  missingSentence,
  noteFailure,
  noteSuccess,
  retryMoment,
  spreadOf,
} from './outcome.server.ts'
import { finishReviews } from '#app/domain/activities/finish-reviews.server.ts'
import type { Cursor, PublishedPage } from '#app/integrations/integration.ts'
import { checkReviewPage } from './reviews/check-page.server.ts'
import { finishCatalog } from './record-products.server.ts'
import { storeRecords } from './store-records.server.ts'
import { asItWas } from './upkeep/as-it-was.server.ts'
import { keepSubscribed } from './upkeep/keep-subscribed.server.ts'
import { missingSince, withMissing, withoutMissing } from './upkeep/missing-account.server.ts'
import { isStillAccepted, missingAccount } from './upkeep/still-accepted.server.ts'

/** A process that began a page and died is given up after this. */
const leaseMillis = 5 * minuteMillis

/** Services answer slowly, and most of a page is waiting for them. */
const atOnce = 4

/** Works on all connections that are due, until none is. They take turns, a page each. */
export async function pullConnections(services: Services): Promise<void> {
  await Promise.all(Array.from({ length: atOnce }, () => pullUntilNoneIsDue(services)))
  await comeBackSoon(services)
}

/** More often would be a separate sweep. */
const leastPauseMillis = 2 * secondMillis

/**
 * When one is due before the next sweep. A shop with many pages uses up its budget within seconds, and
 * would wait for a sweep after each time.
 */
async function comeBackSoon({ db, jobs, now }: Services): Promise<void> {
  const [row] = await db.system
    .select({ dueAt: connections.pullDueAt })
    .from(connections)
    .where(and(eq(connections.state, 'active'), isNotNull(connections.pullDueAt)))
    .orderBy(asc(connections.pullDueAt))
    .limit(1)
  if (!row?.dueAt) return
  const millis = Math.max(row.dueAt.getTime() - now().getTime(), leastPauseMillis)
  if (millis < minuteMillis) await jobs.sendLater(pullConnectionsSoonJob, {}, millis / secondMillis)
}

async function pullUntilNoneIsDue(services: Services): Promise<void> {
  for (;;) {
    const id = await claimNext(services)
    if (id === undefined) return
    const connection = await findConnection(services, id)
    const dueAt = connection ? await pullOne(services, connection) : null
    const row = connection ? asItWas(connection) : eq(connections.id, id)
    await services.db.system
      .update(connections)
      .set({ pullDueAt: dueAt })
      .where(and(row, eq(connections.state, 'active')))
  }
}

/** The one that has waited longest. */
async function claimNext({ db, now }: Services): Promise<number | undefined> {
  const at = now()
  const next = db.system.$with('next').as(
    db.system
      .select({ id: connections.id })
      .from(connections)
      .where(and(eq(connections.state, 'active'), lte(connections.pullDueAt, at)))
      .orderBy(asc(connections.pullDueAt), asc(connections.id))
      .limit(1)
      .for('no key update', { skipLocked: true }),
  )
  const [row] = await db.system
    .with(next)
    .update(connections)
    .set({ pullDueAt: new Date(at.getTime() + leaseMillis) })
    .where(inArray(connections.id, db.system.select({ id: next.id }).from(next)))
    .returning({ id: connections.id })
  return row?.id
}

/** @returns when its next page is due; null: never, or no longer */
async function pullOne(services: Services, connection: Connection): Promise<Date | null> {
  const { id, integration, site } = connection
  const { pull } = integration
  if (!pull) return null
  // Goes on where it was once the plan includes it again, or the organization is no longer suspended.
  if (!connection.isOnPlan || connection.isSuspended)
    return nextRound(services, id, pull.everyMinutes)
  const keepCursor = (cursor: Cursor) =>
    services.db.system.update(connections).set({ cursor }).where(asItWas(connection))
  const at = services.now()
  try {
    const page = await pull.page(callerOf(services, connection), connection.cursor)
    // Services take their time. Nothing more is taken after its owner disconnected it.
    if ((await services.db.system.$count(connections, asItWas(connection))) === 0) return null
    const { website } = page.published ?? connection
    const read = { ...connection, website }
    const { beyondPlan = [] } = page
    const isUnproved = await checkReviewPage(services, read, {
      records: [...page.records, ...beyondPlan],
    })
    // After the check, so that no rating is shown of a page that isn't proven.
    if (page.published) await keepPublished(services, connection, page.published)
    const noted = await storeRecords(services, connection, {
      records: page.records,
      ifStored: beyondPlan,
      at,
      isUnproved,
    })
    await noteRecords(services, connection.id, noted)
    const listing = page.completedReviews
    const isDoubted =
      listing !== undefined && (await finishReviews(services, site, { connectionId: id, listing }))
    if (page.completedProductsSince) {
      await finishCatalog(services, { site, connectionId: id }, page.completedProductsSince)
    }
    const found = withoutMissing(
      isDoubted && pull.doubted ? pull.doubted(page.cursor) : page.cursor,
    )
    // A failure may be a refusal of all access. No list waits longer than others for that, so the cursor stays.
    if (!page.failure) await keepCursor(await keepSubscribed(services, connection, found))
    const round = nextRound(services, id, pull.everyMinutes)
    if (page.failure) {
      const outcome = outcomeOf(services, connection, page.failure)
      const { failure, isLost } = await outcome.catch(async (error: unknown) => {
        // The other lists come first then, because this one may be refused alone.
        const isUnclear = error instanceof TryLater && !(error instanceof HeldUp)
        if (isUnclear) await keepCursor(page.cursor)
        throw error
      })
      const isLimit = failure instanceof MissingRight && failure.isLimit
      if (isLimit && !page.isIncomplete) await noteSuccess(services, connection, failure.sentence)
      const retryAt = isLimit ? round : await noteFailure(services, connection, failure)
      if (isLost) return null
      if (failure instanceof LostPlace) {
        await noteRecords(services, id, { stored: 0, skipped: 0, problem: failure.sentence })
      }
      // A list that is always refused must not keep the webhooks from being looked at.
      await keepCursor(await keepSubscribed(services, connection, found))
      return page.hasMore ? services.now() : (page.againAt ?? earlier(retryAt ?? round, round))
    }
    if (!page.isIncomplete) await noteSuccess(services, connection, page.limit ?? null)
    if (page.hasMore) return services.now()
    if (page.againAt) return page.againAt
    return page.isIncomplete ? earlier(retryMoment(connection, services.now()), round) : round
  } catch (error) {
    if (error instanceof NotFoundYet) await keepCursor(withMissing(connection.cursor, error.since))
    return noteFailure(services, connection, error)
  }
}

/** A shop that isn't found may be in repair. After so long, its owner has to look. */
const longestMissingMillis = 3 * dayMillis

class NotFoundYet extends HeldUp {
  /** @param since when it wasn't found first */
  constructor(
    { sentence, reply }: { sentence: string; reply: BadRecord['reply'] },
    at: Date,
    readonly since: Date,
  ) {
    super(sentence, at, reply)
  }
}

/**
 * A list that is refused, isn't there, or that a firewall answers for, may be one part of a connection that
 * works. The connection's test says which.
 *
 * @throws NotFoundYet while the account hasn't been missing for long
 * @throws Intercepted when the test is answered by something else as well
 */
async function outcomeOf(
  services: Services,
  connection: Connection,
  failure: BadRecord | ConnectionLost,
): Promise<{ failure: BadRecord | ConnectionLost; isLost: boolean }> {
  const { integration } = connection
  const caller = callerOf(services, connection)
  if (failure instanceof BlockedList) {
    if (!integration.test) throw failure.cause
    await integration.test(caller)
    return { failure, isLost: false }
  }
  if (failure instanceof BadRecord) {
    const missing = await missingAccount(integration, caller, failure)
    if (missing === null) return { failure, isLost: false }
    const since = missingSince(connection.cursor) ?? caller.now
    if (caller.now.getTime() - since.getTime() < longestMissingMillis) {
      const found = { sentence: missingSentence(missing), reply: failure.reply }
      throw new NotFoundYet(found, caller.now, since)
    }
    return { failure: missing, isLost: true }
  }
  if (await isStillAccepted(integration, caller, failure)) {
    return { failure, isLost: false }
  }
  return { failure: new ConnectionLost(failure.message, failure.reply), isLost: true }
}

async function keepPublished(
  { db, now }: Services,
  connection: Connection,
  { website, rating }: PublishedPage,
): Promise<void> {
  const publishedPage = { readAt: now().toISOString(), website, rating }
  await db.system
    .update(connections)
    .set({ publishedPage })
    .where(eq(connections.id, connection.id))
}

/** A part that can't be read must not keep the others waiting longer than usual. */
const earlier = (one: Date, other: Date) => (one < other ? one : other)

const nextRound = ({ now }: Services, id: number, minutes: number) =>
  new Date(now().getTime() + minutes * minuteMillis * spreadOf(id))
