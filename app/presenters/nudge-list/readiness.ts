/** What a nudge type still needs. Safe in the browser. */
import type { NudgeType } from '#app/contract/nudges.ts'
import type { NudgeIssue } from './blockers.ts'
import { dayMillis } from '#app/lib/time.ts'

/**
 * - `ready`: it has data to show today.
 * - `yours`: it shows what the owner enters.
 * - `needs`: something is missing.
 */
export type Readiness = { state: 'ready' | 'yours' | 'needs'; sentence: string }

/** Data within so many days counts. */
export const readyDays = 30

type ReadinessData = {
  /** Activities of the type's kind that can be shown. */
  total: number
  /** Why it would show nothing. Null: it has data. */
  missingData: NudgeIssue | null
  pixelSeenAt: Date | null
  at: Date
  /** Reported by pages in the last 24 hours. */
  pages: { carts: number; views: number }
  /** Products with stock from a feed or an import. */
  stocked: number
}

const countNames: Partial<Record<NudgeType, readonly [one: string, many: string]>> = {
  purchase: ['order', 'orders'],
  purchases: ['order', 'orders'],
  conversion: ['sign-up', 'sign-ups'],
  conversions: ['sign-up', 'sign-ups'],
  review: ['review', 'reviews'],
  reviews: ['review', 'reviews'],
}

const ownerTasks: Partial<Record<NudgeType, string>> = {
  custom: 'You write it',
  discount: 'You fill in your offer',
  delivery_date: 'You fill in your delivery times',
  free_delivery: 'You fill in the amount; your page tells the cart',
}

export function assessReadiness(type: NudgeType, known: ReadinessData): Readiness {
  const { total, missingData, pixelSeenAt, at } = known
  const ownerTask = ownerTasks[type]
  if (ownerTask !== undefined) return { state: 'yours', sentence: ownerTask }
  const page = assessPageType(type, known)
  if (page !== null) return page

  const names = countNames[type]
  if (names === undefined) {
    const isSeen = pixelSeenAt !== null && at.getTime() - pixelSeenAt.getTime() < dayMillis
    if (!isSeen) return { state: 'needs', sentence: 'Needs the pixel on your pages' }
    return { state: 'yours', sentence: 'The pixel counts; shown when enough visitors are there' }
  }
  const [one, many] = names
  if (total === 0) return { state: 'needs', sentence: `Needs ${many}` }
  if (missingData !== null) return { state: 'needs', sentence: `Not yet: ${missingData.sentence}` }
  const days = `in the last ${String(readyDays)} days`
  return {
    state: 'ready',
    sentence: `Ready: ${total.toLocaleString('en')} ${total === 1 ? one : many} ${days}`,
  }
}

/** Types that depend on data of the shop's pages. Only whether pages report it is known here. */
function assessPageType(type: NudgeType, known: ReadinessData): Readiness | null {
  const { total, missingData, stocked } = known
  const { carts, views } = known.pages
  if (type === 'cart_counter') {
    if (carts === 0) return needs('Needs your pages to tell what is put into carts')
    const inCarts = `${counted(carts, 'product', 'products')} put into carts in the last day`
    return yours(`${inCarts}; shown where enough others have the same`)
  }
  if (type === 'stock_level') {
    if (views > 0) return yours('Your pages name their products; shown where they tell the stock')
    const whose =
      stocked === 0 ? 'its stock' : `the stock of ${counted(stocked, 'product', 'products')}`
    return needs(`Needs your page to tell ${whose}`)
  }
  if (type !== 'selling_out') return null

  if (total === 0) return needs('Needs orders, and your page to tell its stock')
  if (missingData !== null) return needs(`Not yet: ${missingData.sentence}`)
  if (views === 0) return needs('Your orders are enough; needs your page to tell its stock')
  return yours('Your orders are enough; shown where your page tells its stock')
}

const needs = (sentence: string): Readiness => ({ state: 'needs', sentence })
const yours = (sentence: string): Readiness => ({ state: 'yours', sentence })

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** Most effective first. */
const rank: readonly NudgeType[] = [
  ...(['purchase', 'review', 'purchases', 'reviews', 'conversion', 'conversions'] as const),
]

/** Up to three types with data today. */
export const recommend = <One extends { type: NudgeType; readiness: Readiness }>(
  types: readonly One[],
): One[] =>
  types
    .filter(({ readiness }) => readiness.state === 'ready')
    .toSorted((one, other) => rank.indexOf(one.type) - rank.indexOf(other.type))
    .slice(0, 3)
