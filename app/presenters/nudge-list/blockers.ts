/** Why a nudge can't be published, or shows nothing. Needs no database. */
import type { NudgeSettings } from '#app/contract/nudge-settings.ts'
import { contentShape } from '#app/contract/nudge-settings.ts'
import type { NudgeQuery, NudgeType } from '#app/contract/nudges.ts'
import { lintNudge } from '#app/domain/nudges/linter/lint-nudge.ts'
import { formatWindow } from './windows.ts'

export type NudgeIssue = {
  /** `blocked`: can't be published as it is. `silent`: is published, but has no data to show. */
  kind: 'blocked' | 'silent'
  sentence: string
}

type CheckedNudge = {
  type: NudgeType
  surface: 'popup' | 'inline'
  settings: NudgeSettings
  at: Date
}

/** What publishing would refuse. */
export function findPublishBlockers({ type, surface, settings, at }: CheckedNudge): NudgeIssue[] {
  const isWhole = contentShape(type)?.safeParse(settings.content ?? {}).success ?? true
  const unfinished = 'Some of what it tells is still to be filled in.'
  const sentences = [
    ...(isWhole ? [] : [unfinished]),
    ...lintNudge({ type, surface, settings, at })
      .filter(({ level }) => level === 'block')
      .map(({ sentence }) => sentence),
  ]
  return sentences.map((sentence) => ({ kind: 'blocked', sentence }))
}

const activityNames: Partial<Record<NudgeType, { one: string; many: string }>> = {
  purchase: { one: 'order', many: 'orders' },
  purchases: { one: 'order', many: 'orders' },
  selling_out: { one: 'order', many: 'orders' },
  conversion: { one: 'sign-up', many: 'sign-ups' },
  conversions: { one: 'sign-up', many: 'sign-ups' },
  review: { one: 'review', many: 'reviews' },
  reviews: { one: 'review', many: 'reviews' },
}

type Found = { found: number; needed: number; isCovered: boolean }

/** Null when there is enough data. */
export function findMissingData(
  { type, query }: { type: NudgeType; query: NudgeQuery },
  facts: Found | undefined,
): NudgeIssue | null {
  const names = activityNames[type]
  if (facts === undefined || names === undefined) return findMissingPageFacts(type, query)
  const window = formatWindow(query.ago)
  const { found, needed, isCovered } = facts
  if (found === 0) return missingData(`No ${names.one} of ${window} that may be told.`)
  if (found < needed) {
    const have = `${String(found)} ${found === 1 ? names.one : names.many}`
    return missingData(`${have} of ${window}, and it tells ${String(needed)} or more.`)
  }
  if (!isCovered) return missingData(`Your data don’t reach back over ${window} yet.`)
  return findMissingPageFacts(type, query)
}

const pageTypes: readonly NudgeType[] = [
  'selling_out',
  'stock_level',
  'cart_counter',
  'free_delivery',
]

function findMissingPageFacts(type: NudgeType, { javascript }: NudgeQuery): NudgeIssue | null {
  if (javascript || !pageTypes.includes(type)) return null
  return missingData('It needs facts of the page, and those are switched off for it.')
}

const missingData = (sentence: string): NudgeIssue => ({ kind: 'silent', sentence })
