/** What a type of nudge still needs, in words. Safe in the browser. */
import type { NudgeType } from '../../contract/nudges.ts'
import type { NudgeProblem } from './nudge-list-problems.ts'

/**
 * - `ready`: it would tell something today. - `yours`: it tells what its owner fills in. - `needs`:
 * something is missing.
 */
export type Readiness = { state: 'ready' | 'yours' | 'needs'; sentence: string }

/** The data are counted over so many days. */
export const readyDays = 30

type Known = {
  /** Activities of the type's kind that may be told. */
  total: number
  /** Why it would keep silent. Null: it would not. */
  silence: NudgeProblem | null
  pixelSeenAt: Date | null
  at: Date
}

const countNames: Partial<Record<NudgeType, readonly [one: string, many: string]>> = {
  purchase: ['order', 'orders'],
  purchases: ['order', 'orders'],
  conversion: ['sign-up', 'sign-ups'],
  conversions: ['sign-up', 'sign-ups'],
  review: ['review', 'reviews'],
  reviews: ['review', 'reviews'],
}

/** What only the pages of the shop know. */
const pageNeeds: Partial<Record<NudgeType, string>> = {
  selling_out: 'Needs orders, and your page to tell its stock',
  stock_level: 'Needs your page to tell its stock',
  cart_counter: 'Needs your page to tell its product',
}

const ownFills: Partial<Record<NudgeType, string>> = {
  custom: 'You write it',
  discount: 'You fill in your offer',
  delivery_date: 'You fill in your delivery times',
  free_delivery: 'You fill in the amount; your page tells the cart',
}

const dayMillis = 86_400_000

export function judgeReadiness(type: NudgeType, known: Known): Readiness {
  const { total, silence, pixelSeenAt, at } = known
  const own = ownFills[type]
  if (own !== undefined) return { state: 'yours', sentence: own }
  const page = pageNeeds[type]
  if (page !== undefined) return { state: 'needs', sentence: page }

  const names = countNames[type]
  if (names === undefined) {
    const isSeen = pixelSeenAt !== null && at.getTime() - pixelSeenAt.getTime() < dayMillis
    if (!isSeen) return { state: 'needs', sentence: 'Needs the pixel on your pages' }
    return { state: 'yours', sentence: 'The pixel counts; shown when enough visitors are there' }
  }
  const [one, many] = names
  if (total === 0) return { state: 'needs', sentence: `Needs ${many}` }
  if (silence !== null) return { state: 'needs', sentence: `Not yet: ${silence.sentence}` }
  const days = `in the last ${String(readyDays)} days`
  return {
    state: 'ready',
    sentence: `Ready: ${total.toLocaleString('en')} ${total === 1 ? one : many} ${days}`,
  }
}

/** The best first. */
const rank: readonly NudgeType[] = [
  ...(['purchase', 'review', 'purchases', 'reviews', 'conversion', 'conversions'] as const),
]

/** Types that would tell something today, three at most. */
export const recommend = <One extends { type: NudgeType; readiness: Readiness }>(
  types: readonly One[],
): One[] =>
  types
    .filter(({ readiness }) => readiness.state === 'ready')
    .toSorted((one, other) => rank.indexOf(one.type) - rank.indexOf(other.type))
    .slice(0, 3)
