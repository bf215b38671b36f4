/**
 * The sample shop, with a history that ends in this moment. A simulation makes it, which draws the same visitors
 * for the same day each time, and the product stores it as it stores any shop's: docs/decisions/0036-sample-shop.md.
 */
import { sql } from 'drizzle-orm'
import { demoShops } from '#app/db/schema/index.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { dayMillis, dayOf } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import type { BillingDouble } from '../doubles/stripe-billing/start-billing.ts'
import { findDemoShop, type DemoShop } from '../demo/demo-organization.server.ts'
import { ensureSamplePeople, type SamplePeople } from './sample-people.server.ts'
import { ensureSampleShop, type SampleShop } from './sample-shop.server.ts'
import { storeDay, type Rest } from './store-day.server.ts'

export type Sample = { people: SamplePeople; shop: SampleShop; demo: DemoShop }

/** Days before today in which the history begins. */
export const sampleDays = 90
/** Days before today in which the experiment begins. */
const experimentDays = 28

const defaultSeed = 'footfall'

type Wanted = {
  days: number
  seed?: string
  /** Absent: it takes all the time of the database that it can get. */
  rest?: Rest
}

type Creating = {
  days: number
  /** Null: its plan is given instead of paid. */
  billing?: BillingDouble | null
}

/** People, organization, site and nudges, so that they can be shown while the history is being stored. */
export async function ensureSample(
  services: Services,
  { days, billing = null }: Creating,
): Promise<Sample> {
  const people = await ensureSamplePeople(services)
  const today = startOfDay(services.now())
  const begins = new Date(today.getTime() - days * dayMillis)
  const shop = await ensureSampleShop(services, { ids: people.ids, begins, billing })
  const demo = await findDemoShop(services, true)
  if (!demo) throw new Error('The sample shop is not stored.')
  return { people, shop, demo }
}

/** Stores what is missing, oldest day first. One that is interrupted goes on where it was at the next start. */
export async function fillSample(
  services: Services,
  shop: SampleShop,
  { days, seed = defaultSeed, rest = () => Promise.resolve() }: Wanted,
): Promise<void> {
  const until = services.now()
  const oldest = startOfDay(until).getTime() - days * dayMillis
  // A shop that wasn't started for a long time begins again with the days that are kept.
  const from = Math.max(startOfDay(shop.filledUntil).getTime(), oldest)
  const experimentFrom = startOfDay(until).getTime() - experimentDays * dayMillis
  for (let at = from; at <= until.getTime(); at += dayMillis) {
    const startsExperiment = at >= experimentFrom
    const day = dayOf(new Date(at))
    await storeDay(services, shop, { seed, day, until, startsExperiment, rest })
    const filled = new Date(Math.min(at + dayMillis, until.getTime()))
    await services.db.system
      .update(demoShops)
      .set({
        filledUntil: sql`greatest(${demoShops.filledUntil}, ${filled.toISOString()}::timestamptz)`,
      })
      .where(inSite(demoShops, shop.scope))
  }
}

const startOfDay = (at: Date) => new Date(dayOf(at))
