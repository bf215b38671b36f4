/** Takes what a page reports and tells, after the commit, what became of each event. */
import type { EventOutcome } from '../../contract/pixel.ts'
import { Refusal } from '../../lib/errors.ts'
import type { Services } from '../../services.ts'
import type { KnownSite } from '../sites/directory.server.ts'
import { createGroupCommit, QueueFull } from './group-commit.ts'
import { judgeEvent } from './judge-events.ts'
import { createPixelSightings } from './pixel-sightings.server.ts'
import { storeEvents, type Fate, type ReceivedEvent } from './store-events.server.ts'

export type Report = {
  site: KnownSite
  /** As sent: each is judged by itself. */
  events: readonly unknown[]
  /** Size of the body, for the bound of the queue. */
  bytes: number
  isBot: boolean
  /** A page of the site's own host sent it, as far as a header can tell. */
  isOwnPage: boolean
}

export type Collector = {
  /**
   * Resolves after the commit, with the outcomes in the order of the events.
   *
   * @throws Refusal `unavailable` when too much waits already; the driver's error when the database
   *   is away. Either way none of the events is acknowledged, and all may be sent again.
   */
  collect: (report: Report) => Promise<EventOutcome[]>
  /** True when `collect` would refuse. */
  isFull: () => boolean
  /** Resolves when everything that was taken is committed. */
  drain: () => Promise<void>
}

/** R06 (security.md): bounded in number and in bytes, and nobody waits for long. */
const defaultLimits = {
  maxBatch: 5_000,
  maxRows: 50_000,
  maxBytes: 32 * 1024 * 1024,
  maxWaitMillis: 2_000,
}
export type QueueLimits = typeof defaultLimits

export function createCollector(services: Services, limits: Partial<QueueLimits> = {}): Collector {
  const { config, pool, now } = services
  const sightings = createPixelSightings(services)
  const queue = createGroupCommit<ReceivedEvent, Fate>({
    ...defaultLimits,
    ...limits,
    write: (rows) => storeEvents(pool, rows),
    // Two keep PostgreSQL busy while a batch gathers; the embedded database has a single session.
    maxInFlight: config.databaseUrl === undefined ? 1 : 2,
  })

  return {
    async collect({ site, events, bytes, isBot, isOwnPage }) {
      const receivedAt = now()
      const outcome = isBot ? 'bot' : isOwnPage ? 'accepted' : 'quarantined'
      const judged = events.map(judgeEvent)
      const rows = judged.flatMap((one) =>
        one.ok ? [{ siteId: site.siteId, event: one.event, outcome, receivedAt } as const] : [],
      )

      const fates = rows.length > 0 ? await queue.add(rows, bytes).catch(refuseWhenFull) : []
      if (outcome === 'accepted' && fates.includes('stored')) sightings.note(site, receivedAt)

      const inOrder = fates.values()
      return judged.map((one) => {
        if (!one.ok) return one.outcome
        const fate = inOrder.next().value ?? 'duplicate'
        return { id: one.event.id, ...toldOf(fate, outcome) }
      })
    },
    isFull: queue.isFull,
    async drain() {
      await queue.drain()
      await sightings.drain()
    },
  }
}

function toldOf(fate: Fate, outcome: ReceivedEvent['outcome']) {
  if (fate === 'stored') return { outcome }
  if (fate === 'duplicate') return { outcome: 'duplicate' as const }
  return { outcome: 'rejected' as const, reason: fate }
}

function refuseWhenFull(error: unknown): never {
  if (!(error instanceof QueueFull)) throw error
  throw overloaded()
}

export const overloaded = () =>
  new Refusal('unavailable', 'Too much is waiting to be stored. Send it again in a moment.')
