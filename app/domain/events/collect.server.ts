/** Accepts events from a page, and reports the outcome of each after the commit. */
import type { EventOutcome, PixelEvent } from '#app/contract/pixel-events.ts'
import { Refusal } from '#app/lib/errors.ts'
import { allOf, isPromise, type MaybePromise } from '#app/lib/async/maybe-promise.ts'
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
import { validateEvent } from './validate-events.ts'
import { createPixelLastSeen } from './pixel-last-seen.server.ts'
import { sortIntoLanes, writeOutcomes, type Lanes } from './lanes.ts'
import {
  createEventQueue,
  isOverload,
  type EventQueue,
  type QueuedOutcome,
  type QueueLimits,
} from './event-queue.server.ts'
import type { EventQueueFigures } from './write-figures.ts'
import { createFormReports, type FormOutcome } from './collect-forms.server.ts'
import { createWebVitalsReports, type WebVitalsOutcome } from './collect-web-vitals.server.ts'
import type { EventRow, VariantAssignment } from './store-events.server.ts'

export type EventReport = {
  site: KnownSite
  /** As sent. Validated one by one. */
  events: readonly unknown[]
  /** Size of the body, for the queue's limit. */
  bytes: number
  /** When the sender started waiting, on the clock of `performance.now()`. */
  since: number
  /** How long the sender waits for outcomes other than `taken`. Absent: not at all. */
  waitMillis?: number
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

type ItemOutcome = QueuedOutcome | PageActivityOutcome | FormOutcome

type ContextLookup = (event: Pick<PixelEvent, 'visitor'>) => MaybePromise<EventContext>

export type Collector = {
  /**
   * Resolves when the events are kept, with the outcomes in the order of the events.
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

export function createCollector(services: Services, limits: Partial<QueueLimits> = {}): Collector {
  const {
    now,
    siteCache,
    security: { visitorKeys },
  } = services
  const sightings = createPixelLastSeen(services)
  const pageActivities = createPageActivities(services)
  const speedReports = createWebVitalsReports(services)
  const formReports = createFormReports(services)
  const presence = createPresence(services)
  const queue = createEventQueue(services, limits)

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
        ? key.then((visitor) => contextFor(report, visitor, sent))
        : contextFor(report, key, sent)
      known.set(consentId, made)
      return made
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
    if (!isPresent.has(stored.outcome)) return
    for (const sign of presenceSignalsOf(event)) presence.note({ ...sign, siteId, visitor, seenAt })
  }

  function storeLanes(
    { rows, activities, webVitals, forms }: Lanes,
    arrival: Parameters<EventQueue['add']>[1],
  ): Promise<LaneOutcomes> {
    const { since } = arrival
    const kept = rows.items.length > 0 ? queue.add(rows.items, arrival) : noOutcomes
    // Nearly every report has rows only, and waiting for four results takes five times as long as for one.
    const hasOthers = activities.items.length + webVitals.items.length + forms.items.length > 0
    if (isPromise(kept) && !hasOthers) {
      return kept.then((outcomes) => [outcomes, noOutcomes, noOutcomes, noOutcomes])
    }
    return Promise.all([
      kept,
      activities.items.length > 0 ? pageActivities.record(activities.items, since) : noOutcomes,
      webVitals.items.length > 0 ? speedReports.record(webVitals.items, since) : noOutcomes,
      forms.items.length > 0 ? formReports.record(forms.items, since) : noOutcomes,
    ])
  }

  return {
    async collect(report) {
      const { site, bytes, since, waitMillis = 0, isBot, isSandbox = false } = report
      const contextOf = createContextLookup(report)
      const validated = report.events.map((event) => validateEvent(event, site.goals))
      const found = validated.map((one) => (one.ok ? contextOf(one.event) : undefined))
      // Visitors' keys usually are in memory.
      const pending = allOf<EventContext | undefined>(found)
      const contexts = isPromise(pending) ? await pending : pending
      const { beyondPlan, lanes } = sortIntoLanes(report, validated, contexts)
      const { rows, activities, webVitals, forms } = lanes

      const [rowOutcomes, activityOutcomes, vitalsOutcomes, formOutcomes] = await storeLanes(
        lanes,
        { bytes, since, waitMillis },
      ).catch(refuseWhenFull)
      const accepted = rows.items.find((row, index) => isCounted(row, rowOutcomes[index]))
      if (accepted && !isSandbox) sightings.note(site, accepted.receivedAt)
      const [first] = rows.items
      if (first && !isBot && !isSandbox) sightings.noteHost(site, report.origin, first.receivedAt)
      if (activityOutcomes.some((outcome) => outcome === 'accepted')) {
        // oxlint-disable-next-line eslint-js/no-restricted-syntax -- one statement stored it, which is committed
        siteCache.invalidate(site.uuid)
      }

      // Events without a lane, for example heartbeats, are answered by their context.
      const outcomes: (ItemOutcome | undefined)[] = contexts.map((context) => context?.outcome)
      for (const place of beyondPlan) outcomes[place] = 'over_limit'
      writeOutcomes(outcomes, rows, rowOutcomes)
      writeOutcomes(outcomes, activities, activityOutcomes)
      writeOutcomes(outcomes, webVitals, vitalsOutcomes)
      writeOutcomes(outcomes, forms, formOutcomes)

      // A visitor who consents must not count as a second one, so presence uses the daily key for
      // everyone.
      const visitor = site.showsCounts ? (await contextOf({})).visitor : null
      return validated.map((one, place) => {
        if (!one.ok) return one.outcome
        const context = contexts[place]
        const outcome = outcomes[place]
        if (!context || !outcome) throw new Error('An event was left out of every lane.')
        if (visitor) notePresence(one.event, context, { outcome, visitor, goals: site.goals })
        return toEventOutcome(one.event.id, outcome)
      })
    },
    isFull: queue.isFull,
    readFigures: queue.readFigures,
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

/** Those of rows, activities, Web Vitals and forms, by item of the lane. */
type LaneOutcomes = [
  readonly QueuedOutcome[],
  readonly PageActivityOutcome[],
  readonly WebVitalsOutcome[],
  readonly FormOutcome[],
]

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

const noOutcomes: never[] = []

/** Outcomes of events whose visitor is here, counted or not. */
const isPresent: ReadonlySet<ItemOutcome> = new Set(['accepted', 'over_limit', 'taken'])

const isCounted = (row: EventRow, outcome: QueuedOutcome | undefined) =>
  outcome === 'accepted' || (outcome === 'taken' && row.outcome === 'accepted')

function toEventOutcome(id: string, outcome: ItemOutcome): EventOutcome {
  switch (outcome) {
    case 'accepted':
    case 'bot':
    case 'quarantined':
    case 'over_limit':
    case 'duplicate':
    case 'taken':
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
  if (!isOverload(error)) throw error
  throw overloaded()
}

export const overloaded = () =>
  new Refusal('unavailable', 'Too much is waiting to be stored. Try again in a moment.')
