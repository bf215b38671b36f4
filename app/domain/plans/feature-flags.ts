/** Names of everything a plan can include or lack. Safe in the browser. */
import { connectableNames } from '#app/contract/integrations.ts'
import { nudgeTypes, queryDefaults, type NudgeQuery, type NudgeType } from '#app/contract/nudges.ts'
import type { SiteOptions } from '#app/contract/site-options.ts'

/** Types that exist as inline nudges. */
export const inlineTypes = [
  ...([
    'custom',
    'review',
    'visitor',
    'discount',
    'purchase',
    'conversion',
    'selling_out',
  ] as const),
  ...(['stock_level', 'cart_counter', 'delivery_date', 'free_delivery'] as const),
] satisfies NudgeType[]

/** Site options that a plan can lack. */
export const optionFlags = [
  ...(['color', 'theme', 'offset', 'timings', 'branding', 'language', 'position'] as const),
  ...(['animation', 'direction', 'showClose', 'conversion', 'timingMode', 'limitNudges'] as const),
  ...(['colorLibrary', 'inlineBorder', 'imagePosition', 'inlineBranding'] as const),
  ...(['mobilePosition', 'showNudgeTitle', 'useGeoLocation', 'acceleratedMode'] as const),
  ...(['affiliateBranding', 'nudgeRandomization', 'closeNudgeBehaviour'] as const),
  ...(['ignoreQueryParameters', 'showVisitorsWithLocationOnly'] as const),
] satisfies (keyof SiteOptions)[]
type OptionFlag = (typeof optionFlags)[number]

export const queryFlags = Object.keys(queryDefaults) as (keyof NudgeQuery)[]

/** Where reviews can be fetched from, each within the plan's reviews limit. */
export const reviewSources = [
  ...(['agoda', 'airbnb', 'aliexpress', 'booking_com', 'capterra', 'capterra_reviews'] as const),
  ...(['facebook', 'google_my_business_reviews', 'google_places', 'hotels_com'] as const),
  ...(['product_hunt', 'reviews_io', 'tripadvisor', 'trust_radius', 'trusted_shops'] as const),
  ...(['trustpilot', 'yelp'] as const),
] satisfies (typeof connectableNames)[number][]

/** Flags of whole areas. */
const areaFlags = [
  ...(['datafeed', 'analytics', 'ai_engine', 'volume_discount'] as const),
  // The specification names push nudges and no flag for them.
  'push_nudges',
] as const

export type FeatureFlag =
  | `nudges.${NudgeType}`
  | `inline_nudges.${(typeof inlineTypes)[number]}`
  | `options.${OptionFlag}`
  | `nudge_query_options.${keyof NudgeQuery}`
  | `integrations.${(typeof connectableNames)[number]}`
  | (typeof areaFlags)[number]

/** All flags, by their paths in a plan's `features`. */
export const featureFlags: readonly FeatureFlag[] = [
  ...nudgeTypes.map((type) => `nudges.${type}` as const),
  ...inlineTypes.map((type) => `inline_nudges.${type}` as const),
  ...optionFlags.map((option) => `options.${option}` as const),
  ...queryFlags.map((option) => `nudge_query_options.${option}` as const),
  ...connectableNames.map((name) => `integrations.${name}` as const),
  ...areaFlags,
]

/** The flag of a nudge's type on its surface. */
export function nudgeFlag(type: NudgeType, surface: 'popup' | 'inline'): FeatureFlag {
  if (surface === 'popup') return `nudges.${type}`
  const inline = inlineTypes.find((one) => one === type)
  // Types that don't exist as inline nudges are refused as such.
  return inline === undefined ? `nudges.${type}` : `inline_nudges.${inline}`
}
