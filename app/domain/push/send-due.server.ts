/**
 * Sends what is due: each push service in lanes of its own, so that a slow one delays itself alone. Several
 * processes share the work; what one that died had on its way is sent again with the same topic, which
 * replaces it (docs/decisions/0034-push.md).
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#app/db/db.ts'
import { minuteMillis, secondMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { sendPushJob } from './jobs.ts'
import { addressCampaigns, finishCampaigns } from './sending/address-campaigns.server.ts'
import { claimSends, listDueServices } from './sending/claim-sends.server.ts'
import type { Signatures } from './sending/encrypt.server.ts'
import { sendBatch, type BatchParts } from './sending/send-batch.server.ts'
import { findDueWatches } from './sending/find-due.server.ts'

/** Sends of one claim, which are stored together: a pause holds from the next claim on. */
const batchSize = 50

/**
 * Messages of a process, while there are more than it sends in a second. Pages are answered in between. Reckoned:
 * 100,000 in ten minutes are 167 a second.
 */
const messagesPerSecond = 220

/** Batches on their way to one service, and to all. */
const lanes = { perService: 3, all: 12 }

/** A job ends before the queue gives it up, and the next one goes on. */
const jobMillis = 5 * minuteMillis

type Sending = {
  isRunning: boolean
  signatures: Signatures
  stop: AbortController
  /** When the next batch may begin (monotonic). */
  nextAt: number
}

const states = new WeakMap<Database, Sending>()

function sendingOf({ db }: Pick<Services, 'db'>): Sending {
  const known = states.get(db)
  if (known) return known
  const state: Sending = {
    isRunning: false,
    signatures: new Map(),
    stop: new AbortController(),
    nextAt: 0,
  }
  states.set(db, state)
  return state
}

/** Ends what is on its way, because the process stops. */
export const stopSending = (services: Pick<Services, 'db'>): void => {
  sendingOf(services).stop.abort()
}

type Options = {
  /** For an attempt, in milliseconds. */
  maxMillis?: number
  /** For the job, in milliseconds. */
  lastsMillis?: number
  perSecond?: number
}

/** Until nothing is due, or the job's time is over. Within a process, one call does it all. */
export async function sendDuePush(
  services: Services,
  { maxMillis, lastsMillis = jobMillis, perSecond = messagesPerSecond }: Options = {},
): Promise<void> {
  const state = sendingOf(services)
  if (state.isRunning) return
  state.isRunning = true
  const { signatures, stop } = state
  const parts: BatchParts = { services, signatures, signal: stop.signal, maxMillis }
  let isDone = true
  try {
    await findDueWatches(services)
    const until = performance.now() + lastsMillis
    isDone = await sendInLanes(parts, { until, pace: paceOf(state, perSecond) })
    await finishCampaigns(services)
  } finally {
    state.isRunning = false
  }
  // A large campaign takes longer than a job. The job of the next minute would leave a gap.
  if (!isDone && !stop.signal.aborted) await services.jobs.send(sendPushJob, {})
}

type Pace = {
  /** Resolves when the next batch may begin. */
  wait: (signal: AbortSignal) => Promise<void>
  /** @param messages of a batch that begins */
  note: (messages: number) => void
}

const paceOf = (state: Sending, perSecond: number): Pace => ({
  async wait(signal) {
    const millis = state.nextAt - performance.now()
    // It ends early when the process stops.
    if (millis > 0) await pause(millis, undefined, { signal }).catch(() => undefined)
  },
  note(messages) {
    state.nextAt = Math.max(state.nextAt, performance.now()) + (messages / perSecond) * secondMillis
  },
})

type Run = { until: number; pace: Pace }

/** @returns whether nothing is left that could be sent now */
async function sendInLanes(parts: BatchParts, { until, pace }: Run): Promise<boolean> {
  const { services, signal } = parts
  const running = new Map<string, Promise<void>>()
  // Hosts of which nothing was left to claim: what is due there belongs to campaigns that are paused.
  const empty = new Set<string>()
  const isOver = () => signal.aborted || performance.now() >= until
  while (!isOver()) {
    const isAddressing = await addressCampaigns(services)
    if (isAddressing) empty.clear()
    const due = (await listDueServices(services)).filter((host) => !empty.has(host))
    for (const { name, host } of freeLanes(due, running)) {
      const done = runLane(parts, host, { isOver, pace })
        // Other services go on. The next job tries this one again.
        .catch((error: unknown) => {
          services.log.error({ err: error, host }, 'a lane of push messages failed')
        })
        .then(() => {
          empty.add(host)
        })
        .finally(() => running.delete(name))
      running.set(name, done)
    }
    if (running.size === 0 && !isAddressing) return true
    // While there are sends to store, that goes on beside the lanes.
    if (running.size > 0 && !isAddressing) await Promise.race(running.values())
  }
  await Promise.all(running.values())
  return false
}

/** Lanes of services with something due that don't run. */
function freeLanes(
  hosts: readonly string[],
  running: ReadonlyMap<string, unknown>,
): { name: string; host: string }[] {
  const numbers = Array.from({ length: lanes.perService }, (_, at) => at)
  return numbers
    .flatMap((number) => hosts.map((host) => ({ name: `${String(number)} ${host}`, host })))
    .filter(({ name }) => !running.has(name))
    .slice(0, Math.max(0, lanes.all - running.size))
}

/** One batch after the other, until nothing is due or the service rests. */
async function runLane(
  parts: BatchParts,
  host: string,
  { isOver, pace }: { isOver: () => boolean; pace: Pace },
): Promise<void> {
  for (;;) {
    await pace.wait(parts.signal)
    if (isOver()) return
    const claimed = await claimSends(parts.services, { host, most: batchSize })
    if (claimed.length === 0) return
    pace.note(claimed.length)
    if (!(await sendBatch(parts, claimed, host))) return
  }
}
