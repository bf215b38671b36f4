/** Thirty days of visits and of what nudges did there, as pages would have reported them. */
import { eq } from 'drizzle-orm'
import { teams } from '#app/db/schema/index.ts'
import { rollDays } from '#app/domain/events/roll-days.server.ts'
import type { EventRow } from '#app/domain/events/store-events.server.ts'
import type { Services } from '#app/services.ts'
import type { TestSite } from '#tests/support/makers.ts'
import { eventRow, store } from '#tests/support/stored-events.ts'

const dayMillis = 86_400_000
const paths = ['/', '/products/blue-kettle', '/products/stoneware-mug', '/cart', '/sale']
const countries = ['NL', 'DE', 'BE', 'FR']

type Wanted = {
  nudge: string
  /** Visitors in a day, before the week has its rhythm. */
  perDay: number
  /** Another page, of many. */
  path?: string
}

export async function storeFigures(
  services: Services,
  site: TestSite,
  { nudge, perDay, path = '/' }: Wanted,
): Promise<void> {
  // What is over the plan's limit would not be counted.
  const ofTeam = eq(teams.id, site.team.scope.teamId)
  await services.db.system.update(teams).set({ planLimit: null }).where(ofTeam)
  const now = services.now().getTime()
  const rows: EventRow[] = []
  for (let day = 29; day >= 0; day -= 1) {
    // Fewer at the end of each week.
    const visitors = Math.round(perDay * (1 - (day % 7) * 0.08))
    for (let visitor = 0; visitor < visitors; visitor += 1) {
      const visit = eventRow(site, {
        receivedAt: new Date(now - day * dayMillis - visitor * 60_000),
        page: visitor % 9 === 0 ? path : (paths[visitor % paths.length] ?? '/'),
        device: visitor % 3 === 0 ? 'mobile' : 'desktop',
        country: countries[visitor % countries.length] ?? '',
        arm: visitor % 10 === 0 ? 'holdout' : 'shown',
      })
      rows.push(visit, ...followUps(visit, nudge, visitor))
    }
  }
  await store(services, rows)
  await rollDays(services)
}

function followUps(visit: EventRow, nudge: string, visitor: number): EventRow[] {
  const more = (type: EventRow['type'], changed: Partial<EventRow> = {}): EventRow => ({
    ...visit,
    ...{ id: `${visit.id}:${type}`, type, nudge },
    ...changed,
  })
  if (visit.arm === 'holdout') {
    return [more('not_shown', { reason: 'holdout' })]
  }
  const shown = [more('impression')]
  if (visitor % 4 === 0) shown.push(more('hover'))
  if (visitor % 7 === 0) shown.push(more('click'))
  if (visitor % 11 === 0) shown.push(more('close'))
  return shown
}
