/**
 * The plans of specification section 9, and nothing but its numbers.
 *
 * In two places it can be read in two ways:
 * - Free-Special has three numbers (0, 5000, 30), read as price, visitors and reviews. An impression
 *   limit is not shown, so this plan is metered by visitors, although Shopify's other plans are
 *   metered by impressions. Reading the 5000 as impressions would meter it like the others.
 * - Enterprise allows 0 reviews in the table and 300 in the sample team. The table's number stands
 *   here; taken by its word the dearest plan would show no reviews at all, so what fetches reviews
 *   has to settle which reading holds before it goes by this field.
 */
import { Refusal } from '#app/lib/errors.ts'

/** Who charges for the plan. */
export type Channel = 'card' | 'wix' | 'shopify'

export const meteredUnits = ['visitors', 'impressions'] as const
/** What a plan is measured by. */
export type MeteredUnit = (typeof meteredUnits)[number]

export type Plan = {
  /** As `teams.plan` holds it. Variants of one plan for other channels have other ids. */
  id: string
  /** The same for all variants. */
  name: string
  channel: Channel
  /** A month, in US cents. */
  priceCents: number
  /** In a month. Null: unlimited. */
  visitorLimit: number | null
  /** In a month. Undefined: the specification shows none. */
  impressionLimit: number | undefined
  /** For each review source. */
  reviewsLimit: number
  /** What the plan is measured by unless somebody decides otherwise. */
  meteredBy: MeteredUnit
  /** How many members a team on it may have. Null: the specification's plans name no number. */
  teamMembers: number | null
}

type Family = Omit<Plan, 'channel' | 'meteredBy' | 'teamMembers'> & { channels: readonly Channel[] }

const families: readonly Family[] = [
  {
    ...{ id: 'free', name: 'Free', channels: ['card', 'shopify'], priceCents: 0 },
    ...{ visitorLimit: 1_000, reviewsLimit: 1, impressionLimit: 300 },
  },
  {
    ...{ id: 'free-special', name: 'Free-Special', channels: ['shopify'], priceCents: 0 },
    ...{ visitorLimit: 5_000, reviewsLimit: 30, impressionLimit: undefined },
  },
  {
    ...{ id: 'lite', name: 'Lite', channels: ['card', 'wix', 'shopify'], priceCents: 900 },
    ...{ visitorLimit: 10_000, reviewsLimit: 3, impressionLimit: 3_000 },
  },
  {
    ...{ id: 'plus', name: 'Plus', channels: ['card', 'wix', 'shopify'], priceCents: 2_900 },
    ...{ visitorLimit: null, reviewsLimit: 30, impressionLimit: 30_000 },
  },
  {
    ...{ id: 'genius', name: 'Genius', channels: ['card', 'wix', 'shopify'], priceCents: 4_900 },
    ...{ visitorLimit: 100_000, reviewsLimit: 100, impressionLimit: 100_000 },
  },
  {
    ...{ id: 'agency', name: 'Agency', channels: ['card', 'wix', 'shopify'], priceCents: 8_900 },
    ...{ visitorLimit: 300_000, reviewsLimit: 300, impressionLimit: 300_000 },
  },
  {
    ...{ id: 'enterprise', name: 'Enterprise', channels: ['card', 'shopify'], priceCents: 18_900 },
    ...{ visitorLimit: 1_000_000, reviewsLimit: 0, impressionLimit: 1_000_000 },
  },
]

/** Spec §9: lite1 for Wix, lite-shopify for Shopify, lite for the card. */
const suffixes: Record<Channel, string> = { card: '', wix: '1', shopify: '-shopify' }

export const plans: readonly Plan[] = families.flatMap(({ channels, ...plan }) =>
  channels.map((channel) => ({
    ...plan,
    id: plan.id + suffixes[channel],
    channel,
    meteredBy: meteredUnitOf(channel, plan.impressionLimit),
    teamMembers: null,
  })),
)

function meteredUnitOf(channel: Channel, impressionLimit: number | undefined): MeteredUnit {
  return channel === 'shopify' && impressionLimit !== undefined ? 'impressions' : 'visitors'
}

/** Undefined for an id that no plan has. */
export const findPlan = (id: string): Plan | undefined => plans.find((plan) => plan.id === id)

/**
 * The plan's units in a month. Null: unlimited.
 *
 * @throws Refusal `invalid` when the plan has no limit of this kind: an invented one would bill
 */
export function planLimitOf(plan: Plan, meteredBy: MeteredUnit): number | null {
  if (meteredBy === 'visitors') return plan.visitorLimit
  if (plan.impressionLimit !== undefined) return plan.impressionLimit
  throw new Refusal('invalid', `The plan ${plan.id} can't be measured by impressions.`)
}
