/** By what the list of activities can be narrowed down. */
import { and, eq, gt, gte, ilike, lt, lte, ne, or, type SQL } from 'drizzle-orm'
import { activities } from '../../db/schema/index.ts'
import type { ActivityState } from '../stats/activity-state.ts'

export type FeedFilter = {
  state?: ActivityState | undefined
  source?: 'rest_api' | 'pixel' | undefined
  /** Part of a product, a first name, a city or the shop's own id. */
  text?: string | undefined
}

type Window = { seconds: number; at: Date }

export const fitsFilter = ({ state, source, text }: FeedFilter, window: Window): SQL | undefined =>
  and(
    state === undefined ? undefined : isInState(state, window),
    source === undefined ? undefined : eq(activities.source, source),
    text === undefined ? undefined : holdsText(text),
  )

/** The same decision as `activityState`. */
function isInState(state: ActivityState, { seconds, at }: Window): SQL | undefined {
  if (state === 'withheld') return eq(activities.isShowable, false)
  const isShowable = eq(activities.isShowable, true)
  if (state === 'hidden') return and(isShowable, eq(activities.approval, 'hidden'))
  if (state === 'unsigned') {
    return and(isShowable, ne(activities.approval, 'hidden'), eq(activities.trust, 'unknown'))
  }
  const isProven = and(isShowable, ne(activities.trust, 'unknown'))
  if (state === 'waiting') return and(isProven, eq(activities.approval, 'quarantined'))

  const mayBeTold = and(isProven, eq(activities.approval, 'approved'))
  const begin = new Date(at.getTime() - seconds * 1000)
  if (state === 'ahead') return and(mayBeTold, gt(activities.occurredAt, at))
  if (state === 'old') return and(mayBeTold, lt(activities.occurredAt, begin))
  return and(mayBeTold, gte(activities.occurredAt, begin), lte(activities.occurredAt, at))
}

function holdsText(text: string): SQL | undefined {
  const part = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return or(
    ilike(activities.productTitle, part),
    ilike(activities.firstName, part),
    ilike(activities.city, part),
    eq(activities.externalId, text),
  )
}
