/** Reads stored deliveries of connections, and stores what they say. */
import { setImmediate } from 'node:timers/promises'
import { and, eq, gt, inArray } from 'drizzle-orm'
import { connections } from '#app/db/schema/connections.ts'
import { UnreadableDelivery } from '#app/domain/deliveries/delivery.ts'
import type {
  DeliveryOutcomes,
  WaitingDelivery,
} from '#app/domain/deliveries/process-deliveries.server.ts'
import type { Caller } from '#app/integrations/integration.ts'
import type { IntegrationRecord } from '#app/integrations/record.ts'
import { limitConcurrency } from '#app/lib/async/limit-concurrency.ts'
import { minuteMillis, secondMillis } from '#app/lib/time.ts'
import { BadRecord, ConnectionLost, HeldUp, TryLater } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { callerOf } from './caller.server.ts'
import { listConnections, type Connection } from './connection.server.ts'
import { readEnvelope } from './envelope.ts'
import { noteRecordsOf, type NotedRecords } from './note-records.server.ts'
import { noteFailure, noteSuccess } from './outcome.server.ts'
import { storeRecords } from './store-records.server.ts'
import { isStillAccepted } from './upkeep/still-accepted.server.ts'

/** A slow service doesn't hold up the others. */
const atOnce = 8

/** Unread deliveries wait for the next batch then, before another process claims this one. */
const mostMillis = 40 * secondMillis

export async function processConnectionDeliveries(
  services: Services,
  batch: readonly WaitingDelivery[],
): Promise<DeliveryOutcomes> {
  const failures = new Map<WaitingDelivery, unknown>()
  const noted = new Map<number, NotedRecords[]>()
  const ids = [...new Set(batch.flatMap(({ connectionId }) => connectionId ?? []))]
  const known = await listConnections(services, inArray(connections.id, ids))
  const until = performance.now() + mostMillis
  const limited = limitConcurrency(atOnce)
  const ended = await Promise.allSettled(
    known.map((connection) => {
      const some = batch.filter(({ connectionId }) => connectionId === connection.id)
      return limited(() => processSome(services, connection, { some, failures, noted, until }))
    }),
  )
  // Also if one shop's work failed: the others' deliveries are stored, and repeated ones aren't counted.
  await noteAll(services, noted)
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return failures
}

/** Without the counts, the deliveries are still done: processing them again would count nothing. */
async function noteAll(
  services: Services,
  noted: ReadonlyMap<number, readonly NotedRecords[]>,
): Promise<void> {
  try {
    await noteRecordsOf(services, noted)
  } catch (error) {
    services.log.warn({ err: error, connections: noted.size }, 'records were not counted')
  }
}

type Work = {
  some: readonly WaitingDelivery[]
  failures: Map<WaitingDelivery, unknown>
  noted: Map<number, NotedRecords[]>
  until: number
}

type ReadDelivery = {
  delivery: WaitingDelivery
  records: readonly IntegrationRecord[]
  /** Before it was read. */
  at: Date
}

/**
 * Deliveries are stored together after this time at the latest. Products count as of the moment of
 * the first one, and a service that is asked for details may be slow.
 */
const togetherMillis = secondMillis

/**
 * In the order in which they came. When the service can't be asked, the rest isn't tried. While its account waits
 * for a person, which can take days, those that need no call are read, and the others wait without a call.
 */
async function processSome(
  services: Services,
  connection: Connection,
  { some, failures, noted, until }: Work,
): Promise<void> {
  let stop: unknown = null
  let held: HeldUp | null = null
  let together: ReadDelivery[] = []
  const store = async () => {
    const all = together
    together = []
    await storeTogether(services, connection, { all, failures, noted })
  }
  for (const delivery of some) {
    if (stop === null && performance.now() > until) stop = new TryLater('No time.', services.now())
    if (stop !== null) {
      failures.set(delivery, stop)
      continue
    }
    // Reading one may wait for nothing, and requests have to be answered in between.
    await setImmediate()
    try {
      const at = services.now()
      const caller = callerOf(services, connection)
      const records = await readOne(connection, delivery, held ? refusedBy(caller, held) : caller)
      const [first] = together
      if (first && at.getTime() - first.at.getTime() > togetherMillis) await store()
      together.push({ delivery, records, at })
    } catch (thrown) {
      const error = await outcomeOf(services, connection, thrown)
      failures.set(delivery, asOutcome(error))
      // Noted before. An integration may have given it another sentence.
      if (held !== null && error instanceof HeldUp) continue
      if (error instanceof HeldUp) held = error
      else if (error instanceof ConnectionLost || error instanceof TryLater) stop = error
      else continue
      await noteFailure(services, connection, error)
      if (error instanceof TryLater && !(error instanceof HeldUp))
        await readSoon(services, connection)
    }
  }
  await store()
  // A delivery shows that deliveries arrive. Lists may fail, or the account be closed, nevertheless: where there are
  // lists, only reading them shows that they can be read.
  const isRead = connection.integration.pull !== undefined
  if (stop === null && held === null && !isRead) await noteSuccess(services, connection)
}

/** Longer than a page that is being read is reserved (pull-connections.server.ts). */
const soonMillis = 6 * minuteMillis

/** Reading the lists ends a failure that passed. Without this, some are read only hours later. */
async function readSoon({ db, now }: Services, { id }: Connection): Promise<void> {
  const soon = new Date(now().getTime() + soonMillis)
  await db.system
    .update(connections)
    .set({ pullDueAt: soon })
    .where(
      and(eq(connections.id, id), eq(connections.state, 'active'), gt(connections.pullDueAt, soon)),
    )
}

/** Makes no call. */
const refusedBy = (caller: Caller, held: HeldUp): Caller => ({
  ...caller,
  http: { request: () => Promise.reject(held) },
  token: () => Promise.reject(held),
})

/**
 * The subject of a delivery may be refused alone, for example a payment of another app: the connection's
 * test says so. That delivery can't be read, then.
 */
async function outcomeOf(
  services: Services,
  connection: Connection,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof ConnectionLost)) return error
  try {
    const caller = callerOf(services, connection)
    const isAccepted = await isStillAccepted(connection.integration, caller, error)
    return isAccepted
      ? new BadRecord('The service doesn’t let us read this one.', error.reply)
      : error
  } catch (failure) {
    return failure
  }
}

const asOutcome = (error: unknown) =>
  error instanceof BadRecord ? new UnreadableDelivery(error.message) : error

async function readOne(
  { integration: { receive } }: Connection,
  { topic, body, receivedAt }: WaitingDelivery,
  caller: Caller,
): Promise<readonly IntegrationRecord[]> {
  return receive ? receive.read({ ...readEnvelope(body), topic, receivedAt }, caller) : []
}

/** Stores all in as few statements as one delivery needs. If that fails, one at a time. */
async function storeTogether(
  services: Services,
  connection: Connection,
  { all, ...of }: Pick<Work, 'failures' | 'noted'> & { all: readonly ReadDelivery[] },
): Promise<void> {
  const [first, ...others] = all
  if (!first) return
  const records = all.flatMap((one) => one.records)
  try {
    const noted = await storeRecords(services, connection, { records, at: first.at })
    of.noted.set(connection.id, [...(of.noted.get(connection.id) ?? []), noted])
  } catch (error) {
    if (others.length === 0) of.failures.set(first.delivery, asOutcome(error))
    else for (const one of all) await storeTogether(services, connection, { all: [one], ...of })
  }
}
