/** One-time purchases. */
import { plans, type MeteredUnit } from '#app/domain/plans/catalog.ts'
import { shorten } from '#app/lib/storable-text.ts'

/** As many units as a plan has in a month, at its price, for a month. */
export type BoostOffer = {
  id: string
  /** Visitors or impressions, as the team is metered. */
  units: number
  priceCents: number
  /** How long it lasts. */
  days: number
}

/** No add-on has a price in the specification. */
export type AddOnOffer = { id: string; name: string; priceCents: number; days: number }

const boostDays = 30

/**
 * Boosts for a team that is metered like this: one for each paid plan's monthly limit. A plan without
 * a limit gives none.
 */
export const boostsFor = (meteredBy: MeteredUnit): BoostOffer[] =>
  plans.flatMap(({ name, channel, priceCents, ...plan }) => {
    const units = meteredBy === 'visitors' ? plan.visitorLimit : plan.impressionLimit
    const isSold =
      channel === (meteredBy === 'visitors' ? 'card' : 'shopify') && boosted.includes(name)
    return isSold && units != null
      ? [{ id: `${name.toLowerCase()}-${meteredBy}`, units, priceCents, days: boostDays }]
      : []
  })

/** Enterprise's limit is beyond what a boost is for. */
const boosted: readonly string[] = ['Lite', 'Plus', 'Genius', 'Agency']

export const addOns: readonly AddOnOffer[] = []

const count = new Intl.NumberFormat('en')

/** Providers limit the names of what they charge for. */
const mostOfSite = 60

/**
 * As on invoices and in the log: "Boost of 10,000 visitors", "Boost of 10,000 visitors for Kettles".
 *
 * @param site the name of the one site that it is for; null: for all
 */
export const boostName = (units: number, meteredBy: MeteredUnit, site: string | null): string =>
  `Boost of ${count.format(units)} ${meteredBy}${site === null ? '' : ` for ${shorten(site, mostOfSite)}`}`
