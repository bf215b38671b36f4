/** Sends due messages, to many endpoints in parallel and to each of them in order. */
import { and, asc, eq, inArray, isNull, lte, not, or, sql } from 'drizzle-orm'
import { teams } from '#app/db/schema/ground.ts'
import { webhookEndpoints, webhookMessages as messages } from '#app/db/schema/webhooks.ts'
import { minuteMillis, secondMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { resendWebhooksJob, sendWebhooksJob } from './jobs.ts'
import { prepareEvents, type DescribeEvents } from './outbox.server.ts'
import { sendNext, type EndpointInTurn } from './send-message.server.ts'
import { sendingOf, wakeSending, type Sending } from './sending.server.ts'

/**
 * How many endpoints each process sends to in parallel. Those that failed or were slow the last
 * time have separate places, so they only delay each other.
 */
const lanes = [
  { isSlow: false, places: 32 },
  { isSlow: true, places: 8 },
] as const

/** A process that began and died is given up after this. Longer than a turn and its last attempt. */
const leaseMillis = minuteMillis

/** An endpoint's turn: then others that wait get theirs. */
const turn = { messages: 20, millis: 10 * secondMillis }

/** A job ends before the queue gives it up, and the next one goes on. */
const jobMillis = 5 * minuteMillis

/** Slow endpoints begin no turn in a job's last part, so its end doesn't wait for them. */
const slowEndMillis = 30 * secondMillis

/** Their messages wait until staff lift the suspension. */
const ofSuspendedTeam = sql`exists (
  select from ${teams}
  where ${teams.id} = ${webhookEndpoints.teamId} and ${teams.suspendedAt} is not null)`

type Wanted = {
  describe: DescribeEvents
  /** For an attempt, in milliseconds. */
  maxMillis?: number
}

/**
 * Until nothing is due. Several processes share the work. Within a process, one call does it all: another
 * one only wakes it.
 */
export async function sendDueWebhooks(services: Services, wanted: Wanted): Promise<void> {
  const state = sendingOf(services)
  if (state.isRunning) {
    wakeSending(state)
    return
  }
  state.isRunning = true
  try {
    await sendInRounds(services, wanted, state)
  } finally {
    state.isRunning = false
  }
  if (!state.stop.signal.aborted) await askForNext(services)
}

/** Each time it is woken or a turn ends, everyone who waits and has a place gets a turn. */
async function sendInRounds(services: Services, wanted: Wanted, state: Sending): Promise<void> {
  const { signal } = state.stop
  const began = performance.now()
  const turns: Turns = new Map()
  for (;;) {
    const { wakes, woken } = state
    while (!signal.aborted && (await prepareEvents(services, wanted.describe)) > 0);
    const left = jobMillis - (performance.now() - began)
    for (const { isSlow, places } of lanes) {
      const isOver = signal.aborted || left < (isSlow ? slowEndMillis : 0)
      if (!isOver) await startTurns(services, wanted, { turns, isSlow, places })
    }
    const running = [...turns.values()].map(({ done }) => done)
    if (running.length > 0) await Promise.race([...running, woken])
    else if (state.wakes === wakes || left < 0 || signal.aborted) return
  }
}

/** By the endpoint's id. */
type Turns = Map<number, { isSlow: boolean; done: Promise<void> }>

type Lane = { turns: Turns; isSlow: boolean; places: number }

/** As many as the lane has places for. */
async function startTurns(
  services: Services,
  wanted: Wanted,
  { turns, isSlow, places }: Lane,
): Promise<void> {
  const taken = [...turns.values()].filter((one) => one.isSlow === isSlow).length
  if (taken >= places) return
  const claimed = await claim(services, {
    isSlow,
    except: [...turns.keys()],
    most: places - taken,
  })
  for (const endpoint of claimed) {
    const done = takeTurn(services, endpoint, wanted).finally(() => {
      turns.delete(endpoint.id)
    })
    turns.set(endpoint.id, { isSlow, done })
  }
}

type Claim = { isSlow: boolean; except: readonly number[]; most: number }

/** Active endpoints with something due, the one that waited longest first. */
async function claim(
  { db, now }: Services,
  { isSlow, except, most }: Claim,
): Promise<EndpointInTurn[]> {
  const at = now()
  const isPast = (
    moment: typeof webhookEndpoints.restsUntil | typeof webhookEndpoints.leasedUntil,
  ) => or(isNull(moment), lte(moment, at))
  const isWaiting = sql`exists (
    select from ${messages} where ${messages.endpointId} = ${webhookEndpoints.id}
      and ${messages.state} = 'waiting' and ${messages.dueAt} <= ${at.toISOString()}::timestamptz)`
  const due = db.system.$with('due').as(
    db.system
      .select({ id: webhookEndpoints.id })
      .from(webhookEndpoints)
      .where(
        and(
          eq(webhookEndpoints.state, 'active'),
          not(ofSuspendedTeam),
          isPast(webhookEndpoints.restsUntil),
          isPast(webhookEndpoints.leasedUntil),
          isSlow ? not(isNull(webhookEndpoints.slowSince)) : isNull(webhookEndpoints.slowSince),
          except.length === 0 ? undefined : not(inArray(webhookEndpoints.id, [...except])),
          isWaiting,
        ),
      )
      .orderBy(sql`${webhookEndpoints.leasedUntil} nulls first`, asc(webhookEndpoints.id))
      .limit(most)
      .for('no key update', { skipLocked: true }),
  )
  return db.system
    .with(due)
    .update(webhookEndpoints)
    .set({ leasedUntil: new Date(at.getTime() + leaseMillis) })
    .where(inArray(webhookEndpoints.id, db.system.select({ id: due.id }).from(due)))
    .returning({
      id: webhookEndpoints.id,
      uuid: webhookEndpoints.uuid,
      teamId: webhookEndpoints.teamId,
      siteId: webhookEndpoints.siteId,
    })
}

/** Never throws: what fails here must not end the turns of others. */
async function takeTurn(
  services: Services,
  endpoint: EndpointInTurn,
  { maxMillis }: Wanted,
): Promise<void> {
  const { db, now, log } = services
  const { signal } = sendingOf(services).stop
  const began = performance.now()
  try {
    for (let sent = 0; sent < turn.messages && !signal.aborted; sent += 1) {
      const goesOn = await sendNext(services, endpoint, { maxMillis, signal })
      if (!goesOn || performance.now() - began > turn.millis) break
    }
    await db.system
      .update(webhookEndpoints)
      .set({ leasedUntil: now() })
      .where(eq(webhookEndpoints.id, endpoint.id))
  } catch (error) {
    log.warn({ endpoint: endpoint.uuid, err: error }, 'webhooks of an endpoint wait for later')
  }
}

/** Messages due later than this are found by the job of each minute. */
const soonMillis = minuteMillis

/** A job for what is due already, or in some seconds. One waits, however many messages do. */
async function askForNext({ db, now, jobs }: Services): Promise<void> {
  const at = now()
  const moment = sql<Date | null>`min(greatest(${messages.dueAt}, ${webhookEndpoints.restsUntil}))`
  const [next] = await db.system
    .select({ millis: sql<number | null>`(extract(epoch from ${moment}) * 1000)::float8` })
    .from(messages)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, messages.endpointId))
    .where(
      and(
        eq(messages.state, 'waiting'),
        eq(webhookEndpoints.state, 'active'),
        not(ofSuspendedTeam),
        lte(messages.dueAt, new Date(at.getTime() + soonMillis)),
        or(isNull(webhookEndpoints.leasedUntil), lte(webhookEndpoints.leasedUntil, at)),
      ),
    )
  if (next === undefined || next.millis === null) return
  const wait = next.millis - at.getTime()
  if (wait <= 0) await jobs.send(sendWebhooksJob, {})
  else if (wait < soonMillis) await jobs.sendLater(resendWebhooksJob, {}, wait / secondMillis)
}
