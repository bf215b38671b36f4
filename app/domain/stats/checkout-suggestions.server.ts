/** Checkouts and thank-you pages that Footfall may not recognize, from pages that visitors opened. */
import { sql } from 'drizzle-orm'
import { pixelEvents } from '#app/db/schema/events.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import {
  suggestCheckouts,
  suggestThankYouPages,
  type CheckoutSuggestion,
} from '#app/domain/sites/suggest-checkouts.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'

/** Enough to see where visitors go from the cart, and few enough for one query. */
const newestRead = 5_000
const days = 7

export async function readCheckoutSuggestions(
  services: Services,
  site: SiteScope,
  checkoutPaths: readonly string[],
): Promise<CheckoutSuggestion[]> {
  const { visits, payments } = await readSteps(services, site)
  return suggestCheckouts({ steps: visits, payments }, checkoutPaths)
}

/** Paths of pages that visitors reached after an order. */
export async function readThankYouPages(services: Services, site: SiteScope): Promise<string[]> {
  const { visits } = await readSteps(services, site)
  return suggestThankYouPages(visits)
}

/**
 * From the site's newest events only: sums neither know which page came before, nor which page had
 * payment fields.
 */
async function readSteps({ db, now }: Services, site: SiteScope) {
  const since = new Date(now().getTime() - days * dayMillis).toISOString()
  const { rows } = await db.asTeam(site, (tx) =>
    tx.execute<{ type: string; page: string; previous: string | null; visitors: string }>(sql`
      select type, page, previous, count(distinct visitor) as visitors
      from (
        select type, page, visitor,
          lag(page) over (partition by type, visitor order by received_at) as previous
        from (
          select type, page, visitor, reason, outcome, received_at from ${pixelEvents}
          where ${inSite(pixelEvents, site)} and received_at >= ${since}::timestamptz
          order by received_at desc limit ${newestRead}
        ) as newest
        where outcome = 'accepted' and visitor <> ''
          and (type = 'visit' or type = 'not_shown' and reason = 'checkout')
      ) as stepped
      group by 1, 2, 3`),
  )
  const ofType = (wanted: string) =>
    rows
      .filter(({ type }) => type === wanted)
      .map(({ page, previous, visitors }) => ({ page, previous, visitors: Number(visitors) }))
  return { visits: ofType('visit'), payments: ofType('not_shown') }
}
