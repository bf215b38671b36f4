/** Accepts events from a page, and reports the outcome of each after the commit. */
import type { EventOutcome, PixelEvent } from '#app/contract/pixel-events.ts'
import { Refusal } from '#app/lib/errors.ts'
import { isPromise, type MaybePromise } from '#app/lib/async/maybe-promise.ts'
import type { Services } from '#app/services.ts'
import {
  createPageActivities,
  type PageActivityOutcome,
} from '#app/domain/activities/page-activities.server.ts'
import { assignArm, type Arm } from '#app/domain/allocation/assign-arm.ts'
import { assignVariant } from '#app/domain/allocation/assign-variant.ts'
import { createPresence } from '#app/domain/presence/presence.server.ts'
import { isOrder, presenceSignalsOf } from '#app/domain/presence/presence-signals.ts'
import type { KnownGoal, KnownSite } from '#app/domain/sites/known-site.server.ts'
import { deviceOf } from './device.ts'
import type { EventContext } from './event-rows.ts'
import { createGroupCommit, QueueFull } from '#app/lib/async/group-commit.ts'
import { validateEvent } from './validate-events.ts'
import { createPixelLastSeen } from './pixel-last-seen.server.ts'
import { writeOutcomes } from './lanes.ts'
import { sortIntoLanes, type ContextLookup, type SortedEvents } from './sort-into-lanes.ts'
import { countWrites, type EventQueueFigures } from './write-figures.ts'
import { createFormReports, type FormOutcome } from './collect-forms.server.ts'
import { createWebVitalsReports } from './collect-web-vitals.server.ts'
import {
  storeEvents,
  type EventRow,
  type StoreOutcome,
  type VariantAssignment,
} from './store-events.server.ts'

export type EventReport = {
  site: KnownSite
  /** As sent. Validated one by one. */
  events: readonly unknown[]
  /** Size of the body, for the queue's limit. */
  bytes: number
  /** When the sender started waiting, on the clock of `performance.now()`. */
  since: number
  isBot: boolean
  /** Sent by a page on the site's host, according to a header. */
  isSiteHost: boolean
  /** Sent by a script other than the pixel, so it doesn't show that the pixel is installed. */
  isSandbox?: boolean
  /** Origin of that page, according to the header. */
  origin?: string | undefined
  address: string
  userAgent: string
  /** ISO 3166-1 alpha-2 from our proxy, otherwise empty. */
  country: string
}

type ItemOutcome = StoreOutcome | PageActivityOutcome | FormOutcome

type Stored = Pick<SortedEvents, 'validated' | 'contexts'> & {
  /** By place in the report. */
  outcomes: readonly (ItemOutcome | undefined)[]
  /** The daily key for presence; null on sites without live counts. */
  visitor: Buffer | null
}

export type Collector = {
  /**
   * Resolves after the commit, with the outcomes in the order of the events.
   *
   * @throws Refusal `unavailable` when the queue is full; the driver's error when the database is
   * down. In both cases nothing is acknowledged, and everything can be sent again.
   */
  collect: (report: EventReport) => Promise<EventOutcome[]>
  /** True when `collect` would refuse. */
  isFull: () => boolean
  readFigures: () => EventQueueFigures
  /** Resolves when all accepted events are committed. */
  drain: () => Promise<void>
}

/** Bounded in number and bytes, so that overload is refused early instead of exhausting memory. */
export const defaultLimits = {
  maxBatch: 5_000,
  maxRows: 50_000,
  maxBytes: 32 * 1024 * 1024,
  maxWaitMillis: 2_000,
}
export type QueueLimits = typeof defaultLimits

export function createCollector(services: Services, limits: Partial<QueueLimits> = {}): Collector {
  const {
    config,
    pool,
    now,
    siteCache,
    security: { visitorKeys },
  } = services
  const sightings = createPixelLastSeen(services)
  const pageActivities = createPageActivities(services)
  const speedReports = createWebVitalsReports(services)
  const formReports = createFormReports(services)
  const presence = createPresence(services)
  const { write, written } = countWrites((rows: EventRow[]) => storeEvents(pool, rows))
  const queue = createGroupCommit<EventRow, StoreOutcome>({
    ...defaultLimits,
    ...limits,
    write,
    ownerOf: ({ siteId }) => siteId,
    // Two writes keep PostgreSQL busy while the next batch gathers; the embedded database has a
    // single session.
    maxInFlight: config.databaseUrl === undefined ? 1 : 2,
  })

  /** Values shared by all events of a visitor in a report. */
  function contextFor(
    { site, isBot, isSiteHost, country }: EventReport,
    visitor: Buffer,
    { device, receivedAt }: Pick<EventContext, 'device' | 'receivedAt'>,
  ): EventContext {
    const arm = armOf(site, visitor)
    return {
      siteId: site.siteId,
      device,
      country,
      visitor,
      arm,
      assignment: assignmentOf(site, arm, visitor),
      outcome: isBot ? 'bot' : isSiteHost ? 'accepted' : 'quarantined',
      receivedAt,
    }
  }

  /** Computes them once per visitor of a report. Nearly always there is only one. */
  function createContextLookup(report: EventReport): ContextLookup {
    const { site, address, userAgent } = report
    const known = new Map<string | undefined, MaybePromise<EventContext>>()
    const sent = { device: deviceOf(userAgent), receivedAt: now() }

    return ({ visitor: consentId }) => {
      const found = known.get(consentId)
      if (found) return found
      const facts = {
        siteUuid: site.uuid,
        address,
        userAgent,
        consentId,
        at: sent.receivedAt,
      }
      const key = visitorKeys.of(facts)
      const made = isPromise(key)
        ? key.then((visitor) => keep(contextFor(report, visitor, sent)))
        : contextFor(report, key, sent)
      known.set(consentId, made)
      return made

      function keep(context: EventContext): EventContext {
        known.set(consentId, context)
        return context
      }
    }
  }

  function notePresence(
    event: PixelEvent,
    { siteId, outcome, receivedAt: seenAt }: EventContext,
    stored: { outcome: ItemOutcome; visitor: Buffer; goals: readonly KnownGoal[] },
  ): void {
    const { visitor, goals } = stored
    if (outcome !== 'accepted') return
    // The shop's server may have reported the order first, so this event is a duplicate.
    if (isOrder(event, goals)) presence.noteOrder({ siteId, visitor, at: seenAt })
    // Visitors over the plan limit are present, too. A duplicate doesn't prove that someone is here
    // now.
    if (stored.outcome !== 'accepted' && stored.outcome !== 'over_limit') return
    for (const sign of presenceSignalsOf(event)) presence.note({ ...sign, siteId, visitor, seenAt })
  }

  /** One outcome for each event, once everything is stored. */
  function outcomesOf(
    { site }: EventReport,
    { validated, contexts, outcomes, visitor }: Stored,
  ): EventOutcome[] {
    return validated.map((one, place) => {
      if (!one.ok) return one.outcome
      const context = contexts[place]
      const outcome = outcomes[place]
      if (!context || !outcome) throw new Error('An event was left out of every lane.')
      if (visitor) notePresence(one.event, context, { outcome, visitor, goals: site.goals })
      return toEventOutcome(one.event.id, outcome)
    })
  }

  function noteRows(
    { site, isBot, isSandbox = false, origin }: EventReport,
    rows: readonly EventRow[],
    stored: readonly StoreOutcome[],
  ): void {
    if (isSandbox) return
    const accepted = rows.find((_row, index) => stored[index] === 'accepted')
    if (accepted) sightings.note(site, accepted.receivedAt)
    const [first] = rows
    if (first && !isBot) sightings.noteHost(site, origin, first.receivedAt)
  }

  /**
   * Stores the events. Calls back instead of awaiting, because nearly every report is of a single
   * lane, and each promise costs as much as all that is decided about its event.
   */
  function storeLanes(
    report: EventReport,
    { contexts, beyondPlan, lanes }: SortedEvents,
  ): Promise<(ItemOutcome | undefined)[]> {
    const { site, bytes, since } = report
    const { rows, activities, webVitals, forms } = lanes
    // Events without a lane, for example heartbeats, are answered by their context.
    const outcomes: (ItemOutcome | undefined)[] = contexts.map((context) => context?.outcome)
    for (const place of beyondPlan) outcomes[place] = 'over_limit'
    let storedRows: readonly StoreOutcome[] = []
    let storedActivities: readonly PageActivityOutcome[] = []
    const storing: Promise<void>[] = []

    if (rows.items.length > 0) {
      storing.push(
        queue.add(rows.items, bytes, since).then((stored) => {
          storedRows = stored
          writeOutcomes(outcomes, rows, stored)
        }),
      )
    }
    if (activities.items.length > 0) {
      storing.push(
        pageActivities.record(activities.items, since).then((stored) => {
          storedActivities = stored
          writeOutcomes(outcomes, activities, stored)
        }),
      )
    }
    if (webVitals.items.length > 0) {
      const recording = speedReports.record(webVitals.items, since)
      storing.push(recording.then((stored) => writeOutcomes(outcomes, webVitals, stored)))
    }
    if (forms.items.length > 0) {
      const recording = formReports.record(forms.items, since)
      storing.push(recording.then((stored) => writeOutcomes(outcomes, forms, stored)))
    }

    const [only] = storing
    const all = storing.length === 1 && only ? only : Promise.all(storing)
    return all.then(() => {
      noteRows(report, rows.items, storedRows)
      if (storedActivities.includes('accepted')) {
        // oxlint-disable-next-line eslint-js/no-restricted-syntax -- one statement stored it, which is committed
        siteCache.invalidate(site.uuid)
      }
      return outcomes
    }, refuseWhenFull)
  }

  function store(
    report: EventReport,
    sorted: SortedEvents,
    contextOf: ContextLookup,
  ): Promise<EventOutcome[]> {
    return storeLanes(report, sorted).then((outcomes) => {
      // A visitor who consents must not count as a second one, so presence uses the daily key for
      // everyone.
      const context = report.site.showsCounts ? contextOf({}) : null
      return isPromise(context)
        ? context.then(({ visitor }) => outcomesOf(report, { ...sorted, outcomes, visitor }))
        : outcomesOf(report, { ...sorted, outcomes, visitor: context?.visitor ?? null })
    })
  }

  return {
    collect(report) {
      const contextOf = createContextLookup(report)
      const { site, events } = report
      const validated = events.map((event) => validateEvent(event, site.goals))
      const sorted = sortIntoLanes(report, validated, contextOf)
      return isPromise(sorted)
        ? sorted.then((known) => store(report, known, contextOf))
        : store(report, sorted, contextOf)
    },
    isFull: queue.isFull,
    readFigures: () => ({ ...written, waiting: queue.countHeld() }),
    async drain() {
      await queue.drain()
      await pageActivities.drain()
      await speedReports.drain()
      await formReports.drain()
      await presence.drain()
      await sightings.drain()
    },
  }
}

/** While no one sees nudges there is nothing to compare. */
function armOf({ isPaused, isLimitReached, holdout }: KnownSite, visitor: Buffer): Arm {
  if (isPaused) return 'paused'
  return isLimitReached ? 'none' : assignArm(visitor, holdout)
}

/** Only visitors who can see nudges take part in an experiment. */
function assignmentOf(
  { experiment, isLimitReached }: KnownSite,
  arm: Arm,
  visitor: Buffer,
): VariantAssignment | null {
  if (experiment === null || isLimitReached || arm === 'holdout' || arm === 'paused') return null
  return { experimentId: experiment.id, variant: assignVariant(visitor, experiment) }
}

function toEventOutcome(id: string, outcome: ItemOutcome): EventOutcome {
  switch (outcome) {
    case 'accepted':
    case 'bot':
    case 'quarantined':
    case 'over_limit':
    case 'duplicate':
      return { id, outcome }
    case 'unknown_site':
    case 'unknown_nudge':
    case 'unknown_claim':
    case 'unknown_goal':
    case 'too_many':
    case 'not_listed':
      return { id, outcome: 'rejected', reason: outcome }
  }
}

function refuseWhenFull(error: unknown): never {
  if (!(error instanceof QueueFull)) throw error
  throw overloaded()
}

export const overloaded = () =>
  new Refusal('unavailable', 'Too much is waiting to be stored. Try again in a moment.')
