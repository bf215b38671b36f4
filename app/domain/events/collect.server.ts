/** Takes what a page reports and tells, after the commit, what became of each event. */
import type { EventOutcome, PixelEvent } from '../../contract/pixel.ts'
import { Refusal } from '../../lib/errors.ts'
import type { Services } from '../../services.ts'
import { assignArm } from '../experiment/assign-arm.ts'
import type { KnownSite } from '../sites/directory.server.ts'
import { deviceOf } from './device.ts'
import { rowsOf, type Circumstances } from './event-rows.ts'
import { createGroupCommit, QueueFull } from './group-commit.ts'
import { judgeEvent } from './judge-events.ts'
import { createPixelSightings } from './pixel-sightings.server.ts'
import { storeEvents, type EventRow, type Fate } from './store-events.server.ts'

export type Report = {
  site: KnownSite
  /** As sent: each is judged by itself. */
  events: readonly unknown[]
  /** Size of the body, for the bound of the queue. */
  bytes: number
  isBot: boolean
  /** A page of the site's own host sent it, as far as a header can tell. */
  isOwnPage: boolean
  address: string
  userAgent: string
  /** ISO 3166-1 alpha-2 when a proxy of ours told it, else empty. */
  country: string
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
export const defaultLimits = {
  maxBatch: 5_000,
  maxRows: 50_000,
  maxBytes: 32 * 1024 * 1024,
  maxWaitMillis: 2_000,
}
export type QueueLimits = typeof defaultLimits

export function createCollector(services: Services, limits: Partial<QueueLimits> = {}): Collector {
  const { config, pool, now, visitorKeys } = services
  const sightings = createPixelSightings(services)
  const queue = createGroupCommit<EventRow, Fate>({
    ...defaultLimits,
    ...limits,
    write: (rows) => storeEvents(pool, rows),
    // Two keep PostgreSQL busy while a batch gathers; the embedded database has a single session.
    maxInFlight: config.databaseUrl === undefined ? 1 : 2,
  })

  /** Knows each visitor of a report once: nearly always there is a single one. */
  function createAbout(report: Report): (event: PixelEvent) => Promise<Circumstances> {
    const { site, isBot, isOwnPage, address, userAgent, country } = report
    const known = new Map<string | undefined, Promise<Circumstances>>()
    const receivedAt = now()

    async function about(consentId: string | undefined): Promise<Circumstances> {
      const facts = { siteUuid: site.uuid, address, userAgent, consentId, at: receivedAt }
      const visitor = await visitorKeys.of(facts)
      return {
        siteId: site.siteId,
        device: deviceOf(userAgent),
        country,
        visitor,
        // While nobody is shown anything there is nothing to compare.
        arm: site.isPaused || site.isLimitReached ? 'none' : assignArm(visitor, site.holdout),
        outcome: isBot ? 'bot' : isOwnPage ? 'accepted' : 'quarantined',
        receivedAt,
      }
    }

    return ({ visitor }) => {
      const found = known.get(visitor) ?? about(visitor)
      known.set(visitor, found)
      return found
    }
  }

  return {
    async collect(report) {
      const { site, events, bytes } = report
      const about = createAbout(report)
      const judged = events.map((event) => judgeEvent(event, site.goals))
      const rows: EventRow[] = []
      const taken: { place: number; row: number; outcome: EventRow['outcome'] }[] = []
      for (const [place, one] of judged.entries()) {
        if (!one.ok || one.event.type === 'heartbeat') continue
        const circumstances = await about(one.event)
        taken.push({ place, row: rows.length, outcome: circumstances.outcome })
        rows.push(...rowsOf(one.event, circumstances, site.goals))
      }

      const fates = rows.length > 0 ? await queue.add(rows, bytes).catch(refuseWhenFull) : []
      const accepted = rows.find((_row, index) => fates[index] === 'accepted')
      if (accepted) sightings.note(site, accepted.receivedAt)

      const fateAt = new Map(taken.map(({ place, row }) => [place, fates[row] ?? 'duplicate']))
      return judged.map((one, place) => {
        if (!one.ok) return one.outcome
        return tell(one.event.id, fateAt.get(place) ?? 'accepted')
      })
    },
    isFull: queue.isFull,
    async drain() {
      await queue.drain()
      await sightings.drain()
    },
  }
}

function tell(id: string, fate: Fate): EventOutcome {
  switch (fate) {
    case 'accepted':
    case 'bot':
    case 'quarantined':
    case 'over_limit':
    case 'duplicate':
      return { id, outcome: fate }
    default:
      return { id, outcome: 'rejected', reason: fate }
  }
}

function refuseWhenFull(error: unknown): never {
  if (!(error instanceof QueueFull)) throw error
  throw overloaded()
}

export const overloaded = () =>
  new Refusal('unavailable', 'Too much is waiting to be stored. Send it again in a moment.')
