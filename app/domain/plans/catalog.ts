/**
 * The plans with the specification's numbers and flags, and nothing else.
 *
 * The specification is ambiguous in two places:
 * - Free-Special has three numbers (0, 5000, 30), read as price, visitors and reviews. It has no
 *   impression limit, so this plan is metered by visitors, although Shopify's other plans are
 *   metered by impressions. Reading the 5000 as impressions would meter it like the others.
 * - Enterprise has 0 reviews in the table and 300 in the sample team. This list has both.
 *
 * It names three feature flags that plans lack, and two that no plan has yet. Every plan includes
 * the rest.
 */
import { Refusal } from '#app/lib/errors.ts'
import type { FeatureFlag } from './feature-flags.ts'

/** Who charges for a plan. */
export type Channel = 'card' | 'wix' | 'shopify'

type PlanName = 'Free' | 'Free-Special' | 'Lite' | 'Plus' | 'Genius' | 'Agency' | 'Enterprise'

export const meteredUnits = ['visitors', 'impressions'] as const
/** Units that a plan can be metered by. */
export type MeteredUnit = (typeof meteredUnits)[number]

export type Plan = {
  /** Value of `teams.plan`. Variants of one plan for other channels have other ids. */
  id: string
  /** The same for all variants. */
  name: PlanName
  channel: Channel
  /** Per month, in US cents. */
  priceCents: number
  /** False: discontinued. Teams keep it, and can't choose it again. */
  isActive: boolean
  /** Per month. Null: unlimited. */
  visitorLimit: number | null
  /** Per month. Undefined: the specification has none. */
  impressionLimit: number | undefined
  /** Reviews per nudge and per review source. */
  reviewsLimit: number
  /** The other number of the specification, which doesn't apply. */
  listedReviewsLimit?: number
  /** Unit that the plan is metered by, unless overridden. */
  meteredBy: MeteredUnit
  /** Maximum number of members. Null: the specification names none. */
  teamMembers: number | null
  /** Maximum number of sites. Null: the specification names none. */
  sites: number | null
  /** Whether each site is paid for. Absent: the price is for all sites. */
  isPricedPerSite?: boolean
  /** Feature flags that the plan lacks. */
  lacks: readonly FeatureFlag[]
}

/** Same for all plans. */
export const trialDays = 0
export const interval = 'monthly'
export const currency = 'usd'
/** Offered once to a team that cancels, in US cents per month. */
export const cancellationDiscountCents = 12_400

type Family = Pick<
  Plan,
  'name' | 'priceCents' | 'visitorLimit' | 'impressionLimit' | 'reviewsLimit' | 'listedReviewsLimit'
> & { id: string; channels: readonly Channel[] }

const families: readonly Family[] = [
  {
    id: 'free',
    name: 'Free',
    channels: ['card', 'shopify'],
    priceCents: 0,
    visitorLimit: 1_000,
    reviewsLimit: 1,
    impressionLimit: 300,
  },
  {
    id: 'free-special',
    name: 'Free-Special',
    channels: ['shopify'],
    priceCents: 0,
    visitorLimit: 5_000,
    reviewsLimit: 30,
    impressionLimit: undefined,
  },
  {
    id: 'lite',
    name: 'Lite',
    channels: ['card', 'wix', 'shopify'],
    priceCents: 900,
    visitorLimit: 10_000,
    reviewsLimit: 3,
    impressionLimit: 3_000,
  },
  {
    id: 'plus',
    name: 'Plus',
    channels: ['card', 'wix', 'shopify'],
    priceCents: 2_900,
    visitorLimit: null,
    reviewsLimit: 30,
    impressionLimit: 30_000,
  },
  {
    id: 'genius',
    name: 'Genius',
    channels: ['card', 'wix', 'shopify'],
    priceCents: 4_900,
    visitorLimit: 100_000,
    reviewsLimit: 100,
    impressionLimit: 100_000,
  },
  {
    id: 'agency',
    name: 'Agency',
    channels: ['card', 'wix', 'shopify'],
    priceCents: 8_900,
    visitorLimit: 300_000,
    reviewsLimit: 300,
    impressionLimit: 300_000,
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    channels: ['card', 'shopify'],
    priceCents: 18_900,
    visitorLimit: 1_000_000,
    // The table's 0 would be less than what the free plan includes.
    reviewsLimit: 300,
    listedReviewsLimit: 0,
    impressionLimit: 1_000_000,
  },
]

/** lite1 for Wix, lite-shopify for Shopify, lite for the card. */
const suffixes: Record<Channel, string> = { card: '', wix: '1', shopify: '-shopify' }

/** Nothing of these is built. */
const unbuilt: readonly FeatureFlag[] = ['ai_engine', 'volume_discount']

const branding: readonly FeatureFlag[] = ['options.branding', 'options.inlineBranding']
const skipSeen: readonly FeatureFlag[] = ['nudge_query_options.skipSeenNudges']

const lacking: Record<PlanName, readonly FeatureFlag[]> = {
  Free: [...skipSeen, ...branding, ...unbuilt],
  'Free-Special': [...skipSeen, ...branding, ...unbuilt],
  Lite: [...branding, ...unbuilt],
  Plus: [...branding, ...unbuilt],
  Genius: unbuilt,
  Agency: unbuilt,
  Enterprise: unbuilt,
}

export const plans: readonly Plan[] = families.flatMap(({ channels, ...plan }) =>
  channels.map((channel) => ({
    ...plan,
    id: plan.id + suffixes[channel],
    channel,
    isActive: true,
    // A limit that the specification lacks can't be billed by.
    meteredBy: plan.impressionLimit === undefined ? 'visitors' : billingTypeOf(channel),
    teamMembers: null,
    sites: null,
    lacks: lacking[plan.name],
  })),
)

/** Shopify bills by impressions, everyone else by visitors. */
export function billingTypeOf(channel: Channel): MeteredUnit {
  return channel === 'shopify' ? 'impressions' : 'visitors'
}

/** Undefined for an unknown id. */
export const findPlan = (id: string): Plan | undefined => plans.find((plan) => plan.id === id)

/**
 * The plan's units per month. Null: unlimited.
 *
 * @throws Refusal `invalid` when the plan has no limit of this kind: we would bill by an invented
 * one
 */
export function planLimitOf(plan: Plan, meteredBy: MeteredUnit): number | null {
  if (meteredBy === 'visitors') return plan.visitorLimit
  if (plan.impressionLimit !== undefined) return plan.impressionLimit
  throw new Refusal('invalid', `The plan ${plan.id} can't be measured by impressions.`)
}
