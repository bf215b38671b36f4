/** Breakdowns of a site's statistics, and what can rank them. Safe in the browser. */
import type { PixelEventType } from '#app/contract/pixel-events.ts'
import {
  viewThroughDefinition,
  cartsDefinition,
  definitions,
  pageConversionsDefinition,
  pageViewsDefinition,
  productPagesDefinition,
  productViewsDefinition,
} from './definitions.ts'

export const breakdowns = ['page', 'device', 'country', 'goal'] as const
export type Breakdown = (typeof breakdowns)[number]

export const breakdownNames: Record<Breakdown, { one: string; many: string }> = {
  page: { one: 'Page', many: 'Pages' },
  device: { one: 'Device', many: 'Devices' },
  country: { one: 'Country', many: 'Countries' },
  goal: { one: 'Goal', many: 'Goals' },
}

/** Everything with ranked members. */
export type Ranking = Breakdown | 'nudge' | 'product'

/**
 * Counts of a ranking. In addition to events: `goal` are all conversions, `page_goal` those that
 * pages reported, `after` are visitors who reached a goal after seeing the nudge.
 */
export type Counted =
  | Extract<
      PixelEventType,
      'visit' | 'impression' | 'hover' | 'click' | 'close' | 'goal' | 'product_view' | 'cart'
    >
  | 'page_goal'
  | 'after'

type CountedColumn = { type: Counted; name: string; meaning: string }

const columnOf: Record<Counted, CountedColumn> = {
  visit: { type: 'visit', ...pageViewsDefinition },
  impression: { type: 'impression', ...definitions.impressions },
  hover: { type: 'hover', ...definitions.hovers },
  click: { type: 'click', ...definitions.clicks },
  close: { type: 'close', ...definitions.closes },
  goal: { type: 'goal', ...definitions.goals },
  page_goal: { type: 'page_goal', ...pageConversionsDefinition },
  after: { type: 'after', ...viewThroughDefinition },
  product_view: { type: 'product_view', ...productViewsDefinition },
  cart: { type: 'cart', ...cartsDefinition },
}

/** The first one ranks by default. */
const typesOf: Record<Ranking, readonly [Counted, ...Counted[]]> = {
  nudge: ['impression', 'hover', 'click', 'close', 'after'],
  page: ['visit', 'impression', 'click', 'page_goal'],
  device: ['visit', 'impression', 'click', 'page_goal'],
  country: ['visit', 'impression', 'click', 'page_goal'],
  goal: ['goal'],
  product: ['product_view', 'cart', 'visit'],
}

export const countedColumns = (by: Ranking): readonly CountedColumn[] =>
  typesOf[by].map((type) => (by === 'product' && type === 'visit' ? productPages : columnOf[type]))

/** For a product only pages that report it count. */
const productPages: CountedColumn = { type: 'visit', ...productPagesDefinition }

/** Every type of the breakdown, the ranking one first. */
export function rankedTypes(by: Ranking, sort: string | null): [Counted, ...Counted[]] {
  const types = typesOf[by]
  const first = types.find((type) => type === sort) ?? types[0]
  return [first, ...types.filter((type) => type !== first)]
}

/** The breakdown in the URL; pages for any other value. */
export const readBreakdownName = (word: string | null): Breakdown =>
  breakdowns.find((one) => one === word) ?? 'page'
