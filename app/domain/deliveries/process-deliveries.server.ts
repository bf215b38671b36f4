/** Webhooks that were stored, until each has been processed. */
import { setImmediate } from 'node:timers/promises'
import {
  and,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  sql,
  type AnyColumn,
  type SQL,
} from 'drizzle-orm'
import { deliveries } from '#app/db/schema/deliveries.ts'
import { dayMillis, hourMillis, minuteMillis, secondMillis } from '#app/lib/time.ts'
import { HeldUp, TryLater, Unreached } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { UnreadableDelivery, type Delivery } from './delivery.ts'
import { rowName } from './store-delivery.server.ts'

/**
 * How many are processed together. Those of one connection are stored in the statements of a single
 * one, so there the more the cheaper.
 */
const batchSizes = { app: 50, connection: 4_000 } as const

/** Size of a batch's bodies, which are in memory together. A single body can be larger. */
const batchBytes = 16 * 1024 * 1024

/** A process that began and died is given up after this. */
const leaseMillis = minuteMillis

export type WaitingDelivery = Delivery & {
  /** The row's. */
  rowId: number
  receivedAt: Date
}

/** The error of each failed delivery. A processed one has no entry. */
export type DeliveryOutcomes = ReadonlyMap<WaitingDelivery, unknown>

/** Those to the addresses of apps, or those to the addresses of connections. */
export type DeliveryAddresses = 'app' | 'connection'

/**
 * A connection's owner can look at its deliveries and process them again. Deliveries of apps can
 * only be processed again by staff, and only after a failure, so only failed ones keep their bodies
 * for a while.
 */
const keepsBody = (addresses: DeliveryAddresses) => addresses === 'connection'

/**
 * Processes all due deliveries in the order of arrival. Several processes share the work. Later
 * arrivals bring their own job: if they were claimed right away, many small batches would keep the
 * process from receiving more.
 *
 * @param process has to be repeatable: a delivery comes again after a failure, or when its process
 * dies. Returns the errors of those that failed
 */
export async function processDeliveries(
  services: Services,
  addresses: DeliveryAddresses,
  process: (batch: readonly WaitingDelivery[]) => Promise<DeliveryOutcomes>,
): Promise<void> {
  const bodyAfter = keepsBody(addresses) ? {} : { body: null }
  for (;;) {
    const { batch, isLast } = await claimBatch(services, addresses)
    if (batch.length === 0) return
    const failures = await process(batch)
    const done = batch.filter((one) => !failures.has(one)).map(({ rowId }) => rowId)
    if (done.length > 0) {
      await services.db.system
        .update(deliveries)
        .set({ state: 'done', fault: null, attempts: oneMore, ...bodyAfter })
        // One parameter: a batch can be thousands.
        .where(sql`${deliveries.id} = any(${sql.param(done)}::bigint[])`)
    }
    for (const [{ rowId, topic, account }, error] of failures) {
      services.log.warn({ topic, account, err: error }, 'a delivery was not processed')
      await storeFailure(services, rowId, error)
    }
    if (isLast) return
  }
}

const oneMore = sql`${deliveries.attempts} + 1`

async function claimBatch(
  { db, now, security }: Services,
  addresses: DeliveryAddresses,
): Promise<{ batch: WaitingDelivery[]; isLast: boolean }> {
  const at = now()
  const isOfAddresses =
    addresses === 'app' ? isNull(deliveries.connectionId) : isNotNull(deliveries.connectionId)
  const due = db.system.$with('due').as(
    db.system
      .select({
        id: deliveries.id,
        bytes: sql<number>`octet_length(${deliveries.body})`.as('bytes'),
      })
      .from(deliveries)
      .where(and(eq(deliveries.state, 'waiting'), lte(deliveries.dueAt, at), isOfAddresses))
      .orderBy(asc(deliveries.id))
      .limit(batchSizes[addresses])
      .for('update', { skipLocked: true }),
  )
  const summed = db.system
    .select({ id: due.id, before: bytesBefore(due).as('before') })
    .from(due)
    .as('summed')
  const fitting = db.system
    .select({ id: summed.id })
    .from(summed)
    .where(lte(summed.before, batchBytes))
  const rows = await db.system
    .with(due)
    .update(deliveries)
    .set({ dueAt: new Date(at.getTime() + leaseMillis) })
    .where(inArray(deliveries.id, fitting))
    .returning()
  const bytes = rows.reduce((sum, { body }) => sum + (body?.length ?? 0), 0)
  const isLast = rows.length < batchSizes[addresses] && bytes <= batchBytes
  const batch: WaitingDelivery[] = []
  for (const row of rows.sort((one, other) => one.id - other.id)) {
    const { id: rowId, deliveryId: id, body, provider, connectionId, account, topic } = row
    if (body === null) continue
    if (batch.length % openedTogether === openedTogether - 1) await setImmediate()
    const opened = security.secrets.open(body, rowName(provider, id))
    const { triggeredAt, receivedAt } = row
    const of = { provider, connectionId, account, id, topic }
    batch.push({ rowId, ...of, triggeredAt, receivedAt, body: opened })
  }
  return { batch, isLast }
}

/** Requests are answered in between. */
const openedTogether = 50

/** The length of all bodies that come before a row's own. Lengths are known without reading them. */
const bytesBefore = ({ id, bytes }: { id: AnyColumn; bytes: SQL.Aliased }) =>
  sql<number>`coalesce(sum(${bytes}) over (order by ${id} rows between unbounded preceding and 1 preceding), 0)`.mapWith(
    Number,
  )

/** Everything but an unreadable delivery is tried again. */
async function storeFailure({ db, now }: Services, id: number, error: unknown): Promise<void> {
  const at = now()
  const pause = sql`least(${longestPauseMillis}, ${firstPauseMillis} * power(2, least(20, ${deliveries.attempts})))`
  const paused = sql`${at.toISOString()}::timestamptz + ${pause} * interval '1 millisecond'`
  const retried = { attempts: oneMore, fault: nameOf(error), dueAt: dueAfter(error, at, paused) }
  const given = {
    attempts: oneMore,
    state: 'failed' as const,
    fault: messageOf(error),
  }
  await db.system
    .update(deliveries)
    .set(error instanceof UnreadableDelivery ? given : retried)
    .where(eq(deliveries.id, id))
}

/**
 * A service says when it has time again, and not when a person will have solved something there. Deliveries that
 * it refuses then as well, or that it gives no answer to, wait longer each time, and not all of them until the same
 * moment.
 */
function dueAfter(error: unknown, at: Date, paused: SQL): Date | SQL {
  if (!(error instanceof TryLater)) return paused
  const promised = sql`${error.at.toISOString()}::timestamptz`
  if (error instanceof HeldUp) return sql`greatest(${paused}, ${promised})`
  // Nothing was asked.
  if (error.reply === null && !(error instanceof Unreached)) return error.at
  const longest = error instanceof Unreached ? longestUnreachedMillis : minuteMillis
  const pause = sql`least(${longest}, ${secondMillis} * power(2, least(20, ${deliveries.attempts})))`
  // By the connection and the delivery: between 0.5 and 1.
  const spread = sql`0.5 + ((coalesce(${deliveries.connectionId}, 0) * 31 + ${deliveries.id} * 7919) % 1000) / 2000.0`
  return sql`greatest(${promised}, ${at.toISOString()}::timestamptz) + (${pause} * (${spread})) * interval '1 millisecond'`
}

/** A service that doesn't answer at all costs a long wait each time. */
const longestUnreachedMillis = 15 * minuteMillis

const firstPauseMillis = 5 * secondMillis
const longestPauseMillis = hourMillis

const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'Error')

const messageOf = (error: unknown) => (error instanceof Error ? error.message : '')

/** Bodies that are still there are removed after this time; their rows say why. */
const bodyDays = 7
/** For as long a repeated delivery is recognized. */
const rowDays = 30

/** Called by a job. */
export async function sweepDeliveries({ db, now }: Services): Promise<void> {
  const before = (days: number) =>
    lt(deliveries.receivedAt, new Date(now().getTime() - days * dayMillis))
  await db.system
    .update(deliveries)
    .set({ state: 'failed', body: null })
    .where(and(eq(deliveries.state, 'waiting'), before(bodyDays)))
  await db.system
    .update(deliveries)
    .set({ body: null })
    .where(and(ne(deliveries.state, 'waiting'), isNotNull(deliveries.body), before(bodyDays)))
  await db.system.delete(deliveries).where(before(rowDays))
}
