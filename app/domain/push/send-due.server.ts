/**
 * Sends what is due: each push service in lanes of its own, so that a slow one delays itself alone. Several
 * processes share the work; what one that died had on its way is sent again with the same topic, which
 * replaces it (docs/decisions/0034-push.md).
 */
import type { Database } from '#app/db/db.ts'
import { minuteMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { addressCampaigns, finishCampaigns } from './sending/address-campaigns.server.ts'
import { claimSends, listDueServices } from './sending/claim-sends.server.ts'
import type { Signatures } from './sending/encrypt.server.ts'
import { sendBatch, type BatchParts } from './sending/send-batch.server.ts'
import { findDueWatches } from './sending/find-due.server.ts'

/** Sends of one claim, which are stored together: a pause holds from the next claim on. */
const batchSize = 50

/** Batches on their way to one service, and to all. */
const lanes = { perService: 3, all: 12 }

/** A job ends before the queue gives it up, and the next one goes on. */
const jobMillis = 5 * minuteMillis

type Sending = { isRunning: boolean; signatures: Signatures; stop: AbortController }

const states = new WeakMap<Database, Sending>()

function sendingOf({ db }: Pick<Services, 'db'>): Sending {
  const known = states.get(db)
  if (known) return known
  const state: Sending = { isRunning: false, signatures: new Map(), stop: new AbortController() }
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
}

/** Until nothing is due. Within a process, one call does it all. */
export async function sendDuePush(services: Services, { maxMillis }: Options = {}): Promise<void> {
  const state = sendingOf(services)
  if (state.isRunning) return
  state.isRunning = true
  const { signatures, stop } = state
  const parts: BatchParts = { services, signatures, signal: stop.signal, maxMillis }
  try {
    await findDueWatches(services)
    await sendInLanes(parts)
    await finishCampaigns(services)
  } finally {
    state.isRunning = false
  }
}

async function sendInLanes(parts: BatchParts): Promise<void> {
  const { services, signal } = parts
  const began = performance.now()
  const running = new Map<string, Promise<void>>()
  // Hosts of which nothing was left to claim: what is due there belongs to campaigns that are paused.
  const empty = new Set<string>()
  const isOver = () => signal.aborted || performance.now() - began > jobMillis
  while (!isOver()) {
    const isAddressing = await addressCampaigns(services)
    if (isAddressing) empty.clear()
    const due = (await listDueServices(services)).filter((host) => !empty.has(host))
    for (const { name, host } of freeLanes(due, running)) {
      const done = runLane(parts, host, isOver)
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
    if (running.size === 0 && !isAddressing) return
    // While there are sends to store, that goes on beside the lanes.
    if (running.size > 0 && !isAddressing) await Promise.race(running.values())
  }
  await Promise.all(running.values())
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
async function runLane(parts: BatchParts, host: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const claimed = await claimSends(parts.services, { host, most: batchSize })
    if (claimed.length === 0) return
    if (!(await sendBatch(parts, claimed, host))) return
  }
}
