/** Sorts the valid events of a report by where they are stored. */
import type {
  ActivityEvent,
  FormEvent,
  PixelEvent,
  SpeedEvent,
} from '#app/contract/pixel-events.ts'
import { isPromise, type MaybePromise } from '#app/lib/async/maybe-promise.ts'
import { dayAt } from '#app/lib/days/counted-days.ts'
import type { PageReport } from '#app/domain/activities/page-activities.server.ts'
import type { KnownSite } from '#app/domain/sites/known-site.server.ts'
import type { FormReport } from './collect-forms.server.ts'
import type { WebVitalsReport } from './collect-web-vitals.server.ts'
import { orderRowsOf, rowsOf, type EventContext } from './event-rows.ts'
import { addToLane, createLane, type Lane } from './lanes.ts'
import type { EventRow } from './store-events.server.ts'
import type { EventValidation } from './validate-events.ts'

/**
 * The values that an event shares with the others of its visitor. After a promise has resolved, the
 * same visitor's values are there without one.
 */
export type ContextLookup = (event: Pick<PixelEvent, 'visitor'>) => MaybePromise<EventContext>

export type SortedEvents = {
  validated: readonly EventValidation[]
  /** By place in the report; none where the event is not valid. */
  contexts: readonly (EventContext | undefined)[]
  /** Places of activities that the plan doesn't include. */
  beyondPlan: readonly number[]
  lanes: {
    rows: Lane<EventRow>
    activities: Lane<PageReport>
    webVitals: Lane<WebVitalsReport>
    forms: Lane<FormReport>
  }
}

/**
 * A promise only while a visitor's key is not in memory: a promise for each event would cost more
 * than everything else here. Begins again after it, since that is once a day.
 */
export function sortIntoLanes(
  report: { site: KnownSite; isBot: boolean },
  validated: readonly EventValidation[],
  contextOf: ContextLookup,
): MaybePromise<SortedEvents> {
  const { site, isBot } = report
  const rows = createLane<EventRow>()
  const activities = createLane<PageReport>()
  const webVitals = createLane<WebVitalsReport>()
  const forms = createLane<FormReport>()
  const contexts: (EventContext | undefined)[] = []
  const beyondPlan: number[] = []
  for (const [place, one] of validated.entries()) {
    contexts.push(undefined)
    if (!one.ok) continue
    const context = contextOf(one.event)
    if (isPromise(context)) return context.then(() => sortIntoLanes(report, validated, contextOf))
    contexts[place] = context
    const { event } = one
    if (event.type === 'activity') {
      if (!site.takesPageActivities) beyondPlan.push(place)
      else if (!isBot) addToLane(activities, place, [pageReportOf(event, context)])
    } else if (event.type === 'speed') {
      if (context.outcome === 'accepted')
        addToLane(webVitals, place, [vitalsOf(event, context, site)])
    } else if (event.type === 'form') {
      if (context.outcome === 'accepted') addToLane(forms, place, [formOf(event, context)])
    } else if (event.type === 'order') {
      const reached = orderRowsOf(event, context, site.goals)
      if (reached.length > 0) addToLane(rows, place, reached)
    } else if (event.type !== 'heartbeat') {
      addToLane(rows, place, rowsOf(event, context, site.goals))
    }
  }
  return { validated, contexts, beyondPlan, lanes: { rows, activities, webVitals, forms } }
}

/** Only a header says which page it came from: a filter, not proof. */
const pageReportOf = (
  { activity }: ActivityEvent,
  { siteId, outcome, receivedAt }: EventContext,
): PageReport => ({
  siteId,
  activity,
  trust: outcome === 'accepted' ? 'origin' : 'unknown',
  receivedAt,
})

const vitalsOf = (
  event: SpeedEvent,
  { siteId, arm, receivedAt }: EventContext,
  { timeZone }: KnownSite,
): WebVitalsReport => ({ ...event, siteId, arm, day: dayAt(timeZone, receivedAt) })

const formOf = (
  { id, page, form }: FormEvent,
  { siteId, receivedAt }: EventContext,
): FormReport => ({ id, page, form, siteId, receivedAt })
