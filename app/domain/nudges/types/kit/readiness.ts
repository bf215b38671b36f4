/** Describes the data that a nudge type still needs from a site. */
import type { ActivityKind } from '#app/contract/activities.ts'
import { dayMillis } from '#app/lib/time.ts'
import { countedNoun } from './nouns.ts'
import type { NudgeDefinition } from './nudge-definition.ts'

/**
 * - `ready`: it has something to show today. - `yours`: it shows what its owner fills in. - `needs`:
 * something is missing.
 */
export type Readiness =
  | { state: 'ready' | 'yours'; sentence: string }
  | { state: 'needs'; sentence: string; missing: MissingData }

/** Data that a type needs first. */
export type MissingData = ActivityKind | 'stock' | 'carts' | 'pixel'

/** Activities are counted over this many days. */
export const readyDays = 30

export type ReadinessData = {
  /** Activities of the type's kind that can be shown. */
  total: number
  /** Why it would show nothing. Null: it would show something. */
  missingData: { sentence: string } | null
  pixelSeenAt: Date | null
  at: Date
  /** Events of the last 24 hours that pages reported. */
  pages: { carts: number; views: number }
  /** Products in stock according to a feed or an import that is recent enough. */
  stocked: number
}

export const needs = (missing: MissingData, sentence: string): Readiness => ({
  state: 'needs',
  sentence,
  missing,
})
export const yours = (sentence: string): Readiness => ({ state: 'yours', sentence })

export const needsOwner = (task: string) => () => yours(task)

export function needsPixel({ pixelSeenAt, at }: ReadinessData): Readiness {
  const isSeen = pixelSeenAt !== null && at.getTime() - pixelSeenAt.getTime() < dayMillis
  return isSeen
    ? yours('Ready: shows when enough visitors are there')
    : needs('pixel', 'Needs the pixel installed')
}

export function needsActivities(
  { total, missingData }: ReadinessData,
  { labels, activityKind = 'purchase' }: NudgeDefinition,
): Readiness {
  if (total === 0) return needs(activityKind, `Needs ${labels.many}`)
  if (missingData !== null) return needs(activityKind, `Not yet: ${missingData.sentence}`)
  const days = `in the last ${String(readyDays)} days`
  return { state: 'ready', sentence: `Ready: ${countedNoun(total, labels)} ${days}` }
}
