/** Takes what a page reports and tells, after the commit, what became of each event. */
import type { ActivityEvent, EventOutcome, PixelEvent } from '#app/contract/pixel-events.ts'
import { Refusal } from '#app/lib/errors.ts'
import { isLater, type Soon } from '#app/lib/async/maybe-promise.ts'
import type { Services } from '#app/services.ts'
import {
  createPageActivities,
  type PageActivityFate,
  type PageReport,
} from '#app/domain/activities/page-activities.server.ts'
import { assignArm, type Arm } from '#app/domain/allocation/assign-arm.ts'
import { assignSide } from '#app/domain/allocation/assign-variant.ts'
import { createPresence } from '#app/domain/presence/presence.server.ts'
import { isOrder, signsOf } from '#app/domain/presence/presence-signals.ts'
import type { KnownGoal, KnownSite } from '#app/domain/sites/known-site.server.ts'
import { deviceOf } from './device.ts'
import { rowsOf, type Circumstances } from './event-rows.ts'
import { createGroupCommit, QueueFull } from '#app/lib/async/group-commit.ts'
import { judgeEvent } from './judge-events.ts'
import { createPixelSightings } from './pixel-sightings.server.ts'
import { createSpeedReports, type SpeedReport } from './speed-reports.server.ts'
import { storeEvents, type EventRow, type Fate, type Trial } from './store-events.server.ts'

export type Report = {
  site: KnownSite
  /** As sent: each is judged by itself. */
  events: readonly unknown[]
  /** Size of the body, for the bound of the queue. */
  bytes: number
  /** When the sender began to wait for us, on the clock of `performance.now()`. */
  since: number
  isBot: boolean
  /** A page of the site's own host sent it, as far as a header can tell. */
  isOwnPage: boolean
  /** Where that page is, as the header says. */
  origin?: string | undefined
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
  const { config, pool, now, visitorKeys, directory } = services
  const sightings = createPixelSightings(services)
  const pageActivities = createPageActivities(services)
  const speedReports = createSpeedReports(services)
  const presence = createPresence(services)
  const queue = createGroupCommit<EventRow, Fate>({
    ...defaultLimits,
    ...limits,
    write: (rows) => storeEvents(pool, rows),
    ownerOf: ({ siteId }) => siteId,
    // Two keep PostgreSQL busy while a batch gathers; the embedded database has a single session.
    maxInFlight: config.databaseUrl === undefined ? 1 : 2,
  })

  /** What is the same for all events of a visitor in a report. */
  function about(report: Report, visitor: Buffer, receivedAt: Date): Circumstances {
    const { site, isBot, isOwnPage, userAgent, country } = report
    const arm = armOf(site, visitor)
    return {
      siteId: site.siteId,
      device: deviceOf(userAgent),
      country,
      visitor,
      arm,
      trial: trialOf(site, arm, visitor),
      outcome: isBot ? 'bot' : isOwnPage ? 'accepted' : 'quarantined',
      receivedAt,
    }
  }

  /** Knows each visitor of a report once: nearly always there is a single one. */
  function createAbout(
    report: Report,
  ): (event: Pick<PixelEvent, 'visitor'>) => Soon<Circumstances> {
    const { site, address, userAgent } = report
    const known = new Map<string | undefined, Soon<Circumstances>>()
    const receivedAt = now()

    return ({ visitor: consentId }) => {
      const found = known.get(consentId)
      if (found) return found
      const facts = {
        siteUuid: site.uuid,
        address,
        userAgent,
        consentId,
        at: receivedAt,
      }
      const key = visitorKeys.of(facts)
      const made = isLater(key)
        ? key.then((visitor) => about(report, visitor, receivedAt))
        : about(report, key, receivedAt)
      known.set(consentId, made)
      return made
    }
  }

  function notePresence(
    event: PixelEvent,
    { siteId, outcome, receivedAt: seenAt }: Circumstances,
    {
      fate,
      visitor,
      goals,
    }: { fate: Fate | PageActivityFate; visitor: Buffer; goals: readonly KnownGoal[] },
  ): void {
    if (outcome !== 'accepted') return
    // The shop's server may have told the order first: then the page's word is a repeat.
    if (isOrder(event, goals)) presence.noteOrder({ siteId, visitor, at: seenAt })
    // Who is over the plan's limit is there all the same; a repeat says nothing about now.
    if (fate !== 'accepted' && fate !== 'over_limit') return
    for (const sign of signsOf(event)) presence.note({ ...sign, siteId, visitor, seenAt })
  }

  return {
    async collect(report) {
      const { site, events, bytes, since, isBot } = report
      const aboutOf = createAbout(report)
      const judged = events.map((event) => judgeEvent(event, site.goals))
      const circumstances: (Circumstances | undefined)[] = []
      const rows: EventRow[] = []
      const said: PageReport[] = []
      const measured: SpeedReport[] = []
      const rowAt: number[] = []
      const saidAt: number[] = []
      const measuredAt: number[] = []
      for (const [place, one] of judged.entries()) {
        if (!one.ok) continue
        const soon = aboutOf(one.event)
        const about = isLater(soon) ? await soon : soon
        circumstances[place] = about
        if (one.event.type === 'activity') {
          if (isBot) continue
          saidAt[place] = said.length
          said.push(pageReportOf(one.event, about))
        } else if (one.event.type === 'speed') {
          if (about.outcome !== 'accepted') continue
          measuredAt[place] = measured.length
          measured.push({
            ...one.event,
            siteId: about.siteId,
            arm: about.arm,
            receivedAt: about.receivedAt,
          })
        } else if (one.event.type !== 'heartbeat') {
          rowAt[place] = rows.length
          rows.push(...rowsOf(one.event, about, site.goals))
        }
      }

      const [fates, saidFates, measuredFates] = await Promise.all([
        rows.length > 0 ? queue.add(rows, bytes, since) : [],
        said.length > 0 ? pageActivities.record(said, since) : noFates,
        measured.length > 0 ? speedReports.record(measured, since) : noFates,
      ]).catch(refuseWhenFull)
      const accepted = rows.find((_row, index) => fates[index] === 'accepted')
      if (accepted) sightings.note(site, accepted.receivedAt)
      const [first] = rows
      if (first && !isBot) sightings.noteHost(site, report.origin, first.receivedAt)
      if (saidFates.some((fate) => fate === 'accepted')) directory.forget(site.uuid)

      // Consent makes nobody a second person on the page: presence knows all by the key of the day.
      const visitor = site.tellsCounts ? (await aboutOf({})).visitor : null
      return judged.map((one, place) => {
        const about = circumstances[place]
        if (!one.ok) return one.outcome
        if (!about) throw new Error('An event was not looked at.')
        const stored =
          fates[rowAt[place] ?? -1] ??
          saidFates[saidAt[place] ?? -1] ??
          measuredFates[measuredAt[place] ?? -1]
        const fate = stored ?? about.outcome
        if (visitor) notePresence(one.event, about, { fate, visitor, goals: site.goals })
        return tell(one.event.id, fate)
      })
    },
    isFull: queue.isFull,
    async drain() {
      await queue.drain()
      await pageActivities.drain()
      await speedReports.drain()
      await presence.drain()
      await sightings.drain()
    },
  }
}

/** While nobody is shown anything there is nothing to compare. */
function armOf({ isPaused, isLimitReached, holdout }: KnownSite, visitor: Buffer): Arm {
  if (isPaused) return 'paused'
  return isLimitReached ? 'none' : assignArm(visitor, holdout)
}

/** Only those who are shown nudges can be on a side of an experiment with one. */
function trialOf(
  { experiment, isLimitReached }: KnownSite,
  arm: Arm,
  visitor: Buffer,
): Trial | null {
  if (experiment === null || isLimitReached || arm === 'holdout' || arm === 'paused') return null
  return { experimentId: experiment.id, side: assignSide(visitor, experiment) }
}

const noFates: never[] = []

/** Only a header tells where a page is: a filter, not proof. T23 (security.md). */
const pageReportOf = (
  { activity }: ActivityEvent,
  { siteId, outcome, receivedAt }: Circumstances,
): PageReport => ({
  siteId,
  activity,
  trust: outcome === 'accepted' ? 'origin' : 'unknown',
  receivedAt,
})

function tell(id: string, fate: Fate | PageActivityFate): EventOutcome {
  switch (fate) {
    case 'accepted':
    case 'bot':
    case 'quarantined':
    case 'over_limit':
    case 'duplicate':
      return { id, outcome: fate }
    case 'unknown_site':
    case 'unknown_nudge':
    case 'unknown_claim':
    case 'unknown_goal':
      return { id, outcome: 'rejected', reason: fate }
  }
}

function refuseWhenFull(error: unknown): never {
  if (!(error instanceof QueueFull)) throw error
  throw overloaded()
}

export const overloaded = () =>
  new Refusal('unavailable', 'Too much is waiting to be stored. Send it again in a moment.')
