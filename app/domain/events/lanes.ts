/** Sorts the events of a report by where they are stored, and finds their answers again. */
import type { ActivityEvent, FormEvent, SpeedEvent } from '#app/contract/pixel-events.ts'
import { dayAt } from '#app/lib/days/counted-days.ts'
import type { PageReport } from '#app/domain/activities/page-activities.server.ts'
import type { KnownSite } from '#app/domain/sites/known-site.server.ts'
import type { FormReport } from './collect-forms.server.ts'
import type { WebVitalsReport } from './collect-web-vitals.server.ts'
import { orderRowsOf, rowsOf, type EventContext } from './event-rows.ts'
import type { EventRow } from './store-events.server.ts'
import type { EventValidation } from './validate-events.ts'

/**
 * Items for one store. The event at `places[i]` is answered by the outcome of `items[firsts[i]]`.
 */
export type Lane<Item> = { items: Item[]; places: number[]; firsts: number[] }

const createLane = <Item>(): Lane<Item> => ({ items: [], places: [], firsts: [] })

function addToLane<Item>(lane: Lane<Item>, place: number, items: readonly Item[]): void {
  lane.places.push(place)
  lane.firsts.push(lane.items.length)
  lane.items.push(...items)
}

/**
 * Writes the outcomes of a lane to their places.
 *
 * @param outcomes by place in the report
 * @param stored by item of the lane
 */
export function writeOutcomes<Outcome>(
  outcomes: (Outcome | undefined)[],
  { places, firsts }: Lane<unknown>,
  stored: readonly Outcome[],
): void {
  for (const [index, place] of places.entries()) {
    const outcome = stored[firsts[index] ?? -1]
    if (outcome) outcomes[place] = outcome
  }
}

export type Lanes = {
  rows: Lane<EventRow>
  activities: Lane<PageReport>
  webVitals: Lane<WebVitalsReport>
  forms: Lane<FormReport>
}

/**
 * Sorts what is valid by where it is stored.
 *
 * @param contexts by place in the report; none where the event is not valid
 * @returns the lanes, and the places of activities that the plan doesn't include
 */
export function sortIntoLanes(
  { site, isBot }: { site: KnownSite; isBot: boolean },
  validated: readonly EventValidation[],
  contexts: readonly (EventContext | undefined)[],
): { lanes: Lanes; beyondPlan: readonly number[] } {
  const rows = createLane<EventRow>()
  const activities = createLane<PageReport>()
  const webVitals = createLane<WebVitalsReport>()
  const forms = createLane<FormReport>()
  const beyondPlan: number[] = []
  for (const [place, one] of validated.entries()) {
    const context = contexts[place]
    if (!one.ok || !context) continue
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
  return { beyondPlan, lanes: { rows, activities, webVitals, forms } }
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
