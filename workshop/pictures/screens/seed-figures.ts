/** Thirty days of visits and nudge events, as if pages had reported them. */
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { goals, teams } from '#app/db/schema/index.ts'
import type { EventRow } from '#app/domain/events/store-events.server.ts'
import type { Services } from '#app/services.ts'
import type { TestSite } from '#tests/support/makers.ts'
import { eventRow, store } from '#tests/support/stored-events.ts'
import { dayMillis } from '#app/lib/time.ts'
import { shortIdOf } from '#app/lib/short-id.ts'

const paths = ['/', '/products/blue-kettle', '/products/stoneware-mug', '/cart', '/sale']
const countries = ['NL', 'DE', 'BE', 'FR']

type Wanted = {
  nudge: string
  /** The uuid of the goal that some reach. */
  goal: string
  /** The id of the nudge's running experiment. */
  experiment: number
  /** Visitors per day, before weekly variation. */
  perDay: number
  /** Percentage of the holdout group. */
  holdout: number
  /** How often each visitor counts. */
  times?: number
  /** Another page. */
  path?: string
}

type Visit = { visitor: number; goalId: number } & Required<Wanted>

export async function storeFigures(
  services: Services,
  site: TestSite,
  given: Wanted,
): Promise<void> {
  const wanted = { times: 1, path: '/', ...given }
  // Events over the plan limit wouldn't be counted.
  const ofTeam = eq(teams.id, site.team.scope.teamId)
  await services.db.system.update(teams).set({ planLimit: null }).where(ofTeam)
  const [goal] = await services.db.system
    .select({ id: goals.id })
    .from(goals)
    .where(eq(goals.uuid, wanted.goal))
  const goalId = goal?.id ?? 0
  const now = services.now().getTime()
  const rows: EventRow[] = []
  let visitor = 0
  for (let day = 29; day >= 0; day -= 1) {
    // Fewer at the end of each week.
    const visitors = Math.round(wanted.perDay * (1 - (day % 7) * 0.08))
    for (let place = 0; place < visitors; place += 1) {
      visitor += 1
      const receivedAt = new Date(now - day * dayMillis - place * 60_000)
      rows.push(...visitRows(site, receivedAt, { ...wanted, visitor, goalId }))
    }
  }
  await store(services, rows)
}

function visitRows(site: TestSite, receivedAt: Date, wanted: Visit): EventRow[] {
  const { visitor, experiment, holdout, path } = wanted
  const isHeldOut = drawn(visitor, 'arm') < holdout
  const place = drawn(visitor, 'page') % paths.length
  const visit = eventRow(site, {
    receivedAt,
    page: visitor % 9 === 0 ? path : (paths[place] ?? '/'),
    device: drawn(visitor, 'device') < 35 ? 'mobile' : 'desktop',
    country: countries[drawn(visitor, 'country') % countries.length] ?? '',
    product: place === 1 || place === 2 ? `sku-${String(place - 1)}` : null,
    arm: isHeldOut ? 'holdout' : 'shown',
    assignment: isHeldOut ? null : { experimentId: experiment, variant: sideOf(visitor) },
  })
  return [visit, ...followUps(visit, wanted)]
}

const sideOf = (visitor: number) => (drawn(visitor, 'side') < 50 ? 'a' : 'b')

function followUps(visit: EventRow, { visitor, nudge: uuid, goalId, times }: Visit): EventRow[] {
  const nudge = shortIdOf(uuid)
  const more = (type: EventRow['type'], changed: Partial<EventRow> = {}): EventRow => ({
    ...visit,
    id: `${visit.id}:${type}`,
    type,
    amount: times,
    product: null,
    ...changed,
  })
  const rows: EventRow[] = []
  const isShown = visit.arm === 'shown' && sideOf(visitor) === 'a'
  if (visit.product !== null) {
    rows.push(more('product_view', { product: visit.product }))
    if (drawn(visitor, 'cart') < 20) rows.push(more('cart', { product: visit.product }))
  }
  if (drawn(visitor, 'goal') < (isShown ? 14 : 9)) {
    const goal = { goalId, uniqueKey: visit.id, amountCents: 4_950, currency: 'EUR' }
    rows.push(more('goal', { goal, amount: 1 }))
  }
  if (visit.arm === 'holdout') {
    return [...rows, more('not_shown', { nudge, reason: 'holdout' })]
  }
  if (!isShown) return rows
  rows.push(more('impression', { nudge }))
  if (drawn(visitor, 'hover') < 25) rows.push(more('hover', { nudge }))
  if (drawn(visitor, 'click') < 14) rows.push(more('click', { nudge }))
  if (drawn(visitor, 'close') < 9) rows.push(more('close', { nudge }))
  if (drawn(visitor, 'capped') < 30) rows.push(more('not_shown', { nudge, reason: 'capped' }))
  return rows
}

/** 0 to 99: the same on every run, and independent for each purpose. */
const drawn = (visitor: number, what: string): number =>
  createHash('sha256')
    .update(`${what}:${String(visitor)}`)
    .digest()
    .readUInt32BE() % 100
