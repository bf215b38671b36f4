/** Takes what a page reports and tells, after the commit, what became of each event. */
import type { ActivityEvent, EventOutcome, PixelEvent } from '#app/contract/pixel-events.ts'
import { Refusal } from '#app/lib/errors.ts'
import { isPromise, type MaybePromise } from '#app/lib/async/maybe-promise.ts'
import type { Services } from '#app/services.ts'
import {
  createPageActivities,
  type PageActivityOutcome,
  type PageReport,
} from '#app/domain/activities/page-activities.server.ts'
import { assignArm, type Arm } from '#app/domain/allocation/assign-arm.ts'
import { assignVariant } from '#app/domain/allocation/assign-variant.ts'
import { createPresence } from '#app/domain/presence/presence.server.ts'
import { isOrder, presenceSignalsOf } from '#app/domain/presence/presence-signals.ts'
import type { KnownGoal, KnownSite } from '#app/domain/sites/known-site.server.ts'
import { deviceOf } from './device.ts'
import { rowsOf, type EventContext } from './event-rows.ts'
import { createGroupCommit, QueueFull } from '#app/lib/async/group-commit.ts'
import { validateEvent } from './validate-events.ts'
import { createPixelLastSeen } from './pixel-last-seen.server.ts'
import { createWebVitalsReports, type WebVitalsReport } from './collect-web-vitals.server.ts'
import {
  storeEvents,
  type EventRow,
  type StoreOutcome,
  type VariantAssignment,
} from './store-events.server.ts'

export type EventReport = {
  site: KnownSite
  /** As sent: each is judged by itself. */
  events: readonly unknown[]
  /** Size of the body, for the bound of the queue. */
  bytes: number
  /** When the sender began to wait for us, on the clock of `performance.now()`. */
  since: number
  isBot: boolean
  /** A page of the site's own host sent it, as far as a header can tell. */
  isSiteHost: boolean
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
  collect: (report: EventReport) => Promise<EventOutcome[]>
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
  const { config, pool, now, visitorKeys, siteCache } = services
  const sightings = createPixelLastSeen(services)
  const pageActivities = createPageActivities(services)
  const speedReports = createWebVitalsReports(services)
  const presence = createPresence(services)
  const queue = createGroupCommit<EventRow, StoreOutcome>({
    ...defaultLimits,
    ...limits,
    write: (rows) => storeEvents(pool, rows),
    ownerOf: ({ siteId }) => siteId,
    // Two keep PostgreSQL busy while a batch gathers; the embedded database has a single session.
    maxInFlight: config.databaseUrl === undefined ? 1 : 2,
  })

  /** What is the same for all events of a visitor in a report. */
  function contextFor(report: EventReport, visitor: Buffer, receivedAt: Date): EventContext {
    const { site, isBot, isSiteHost, userAgent, country } = report
    const arm = armOf(site, visitor)
    return {
      siteId: site.siteId,
      device: deviceOf(userAgent),
      country,
      visitor,
      arm,
      assignment: assignmentOf(site, arm, visitor),
      outcome: isBot ? 'bot' : isSiteHost ? 'accepted' : 'quarantined',
      receivedAt,
    }
  }

  /** Knows each visitor of a report once: nearly always there is a single one. */
  function createContextLookup(
    report: EventReport,
  ): (event: Pick<PixelEvent, 'visitor'>) => MaybePromise<EventContext> {
    const { site, address, userAgent } = report
    const known = new Map<string | undefined, MaybePromise<EventContext>>()
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
      const made = isPromise(key)
        ? key.then((visitor) => contextFor(report, visitor, receivedAt))
        : contextFor(report, key, receivedAt)
      known.set(consentId, made)
      return made
    }
  }

  function notePresence(
    event: PixelEvent,
    { siteId, outcome, receivedAt: seenAt }: EventContext,
    {
      storeOutcome,
      visitor,
      goals,
    }: {
      storeOutcome: StoreOutcome | PageActivityOutcome
      visitor: Buffer
      goals: readonly KnownGoal[]
    },
  ): void {
    if (outcome !== 'accepted') return
    // The shop's server may have told the order first: then the page's word is a repeat.
    if (isOrder(event, goals)) presence.noteOrder({ siteId, visitor, at: seenAt })
    // Who is over the plan's limit is there all the same; a repeat says nothing about now.
    if (storeOutcome !== 'accepted' && storeOutcome !== 'over_limit') return
    for (const sign of presenceSignalsOf(event)) presence.note({ ...sign, siteId, visitor, seenAt })
  }

  return {
    async collect(report) {
      const { site, events, bytes, since, isBot } = report
      const contextOf = createContextLookup(report)
      const validated = events.map((event) => validateEvent(event, site.goals))
      const contexts: (EventContext | undefined)[] = []
      const rows: EventRow[] = []
      const activityReports: PageReport[] = []
      const vitalsReports: WebVitalsReport[] = []
      const rowAt: number[] = []
      const activityAt: number[] = []
      const vitalsAt: number[] = []
      for (const [place, one] of validated.entries()) {
        if (!one.ok) continue
        const pending = contextOf(one.event)
        const contextFor = isPromise(pending) ? await pending : pending
        contexts[place] = contextFor
        if (one.event.type === 'activity') {
          if (isBot) continue
          activityAt[place] = activityReports.length
          activityReports.push(pageReportOf(one.event, contextFor))
        } else if (one.event.type === 'speed') {
          if (contextFor.outcome !== 'accepted') continue
          vitalsAt[place] = vitalsReports.length
          vitalsReports.push({
            ...one.event,
            siteId: contextFor.siteId,
            arm: contextFor.arm,
            receivedAt: contextFor.receivedAt,
          })
        } else if (one.event.type !== 'heartbeat') {
          rowAt[place] = rows.length
          rows.push(...rowsOf(one.event, contextFor, site.goals))
        }
      }

      const [eventOutcomes, activityOutcomes, vitalsOutcomes] = await Promise.all([
        rows.length > 0 ? queue.add(rows, bytes, since) : [],
        activityReports.length > 0 ? pageActivities.record(activityReports, since) : noOutcomes,
        vitalsReports.length > 0 ? speedReports.record(vitalsReports, since) : noOutcomes,
      ]).catch(refuseWhenFull)
      const accepted = rows.find((_row, index) => eventOutcomes[index] === 'accepted')
      if (accepted) sightings.note(site, accepted.receivedAt)
      const [first] = rows
      if (first && !isBot) sightings.noteHost(site, report.origin, first.receivedAt)
      if (activityOutcomes.some((storeOutcome) => storeOutcome === 'accepted'))
        siteCache.invalidate(site.uuid)

      // Consent makes nobody a second person on the page: presence knows all by the key of the day.
      const visitor = site.showsCounts ? (await contextOf({})).visitor : null
      return validated.map((one, place) => {
        const contextFor = contexts[place]
        if (!one.ok) return one.outcome
        if (!contextFor) throw new Error('An event was not looked at.')
        const stored =
          eventOutcomes[rowAt[place] ?? -1] ??
          activityOutcomes[activityAt[place] ?? -1] ??
          vitalsOutcomes[vitalsAt[place] ?? -1]
        const storeOutcome = stored ?? contextFor.outcome
        if (visitor)
          notePresence(one.event, contextFor, { storeOutcome, visitor, goals: site.goals })
        return toEventOutcome(one.event.id, storeOutcome)
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
function assignmentOf(
  { experiment, isLimitReached }: KnownSite,
  arm: Arm,
  visitor: Buffer,
): VariantAssignment | null {
  if (experiment === null || isLimitReached || arm === 'holdout' || arm === 'paused') return null
  return { experimentId: experiment.id, variant: assignVariant(visitor, experiment) }
}

const noOutcomes: never[] = []

/** Only a header tells where a page is: a filter, not proof. T23 (security.md). */
const pageReportOf = (
  { activity }: ActivityEvent,
  { siteId, outcome, receivedAt }: EventContext,
): PageReport => ({
  siteId,
  activity,
  trust: outcome === 'accepted' ? 'origin' : 'unknown',
  receivedAt,
})

function toEventOutcome(id: string, outcome: StoreOutcome | PageActivityOutcome): EventOutcome {
  switch (outcome) {
    case 'accepted':
    case 'bot':
    case 'quarantined':
    case 'over_limit':
    case 'duplicate':
      return { id, outcome: outcome }
    case 'unknown_site':
    case 'unknown_nudge':
    case 'unknown_claim':
    case 'unknown_goal':
      return { id, outcome: 'rejected', reason: outcome }
  }
}

function refuseWhenFull(error: unknown): never {
  if (!(error instanceof QueueFull)) throw error
  throw overloaded()
}

export const overloaded = () =>
  new Refusal('unavailable', 'Too much is waiting to be stored. Send it again in a moment.')
