/** A shop with ten days and more of events, rolled up, to count again by hand. */
import { goals, nudges, pixelEvents } from '#app/db/schema/index.ts'
import { rollDays } from '#app/domain/events/roll-days.server.ts'
import type { EventRow } from '#app/domain/events/store-events.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { eventRow, liftLimits, store } from '../../support/stored-events.ts'
import { createWorld } from '../../support/world.ts'

export const hostileName = '=HYPERLINK("https://evil.example","Win")'

/** The clock is at ten on 2 March 2026, a Monday. */
export async function openShop(holdout = 0) {
  const world = await createWorld()
  const site = await world.site({ url: 'https://kettles.example', options: { holdout } })
  await liftLimits(world.services)
  const { teamId, siteId } = site.scope
  const times = { createdAt: world.services.now(), updatedAt: world.services.now() }
  const made = await world.services.db.system
    .insert(nudges)
    .values(
      [hostileName, 'Visitors now'].map((name, position) => ({
        teamId,
        siteId,
        ...times,
        name,
        position,
        surface: 'popup' as const,
        state: 'published' as const,
        type: 'purchase',
      })),
    )
    .returning({ shortId: nudges.shortId })
  const [goal] = await world.services.db.system
    .insert(goals)
    .values({ teamId, siteId, ...times, name: 'Order', kind: 'order', isRepeatable: true })
    .returning({ id: goals.id })
  return { world, site, nudgeIds: made.map(({ shortId }) => shortId), goalId: goal?.id ?? 0 }
}
export type Shop = Awaited<ReturnType<typeof openShop>>

const arms = ['shown', 'shown', 'holdout', 'paused'] as const

/** A day's events; more every day, so that no two days are alike. */
function eventsOfDay({ site, nudgeIds, goalId }: Shop, day: number, receivedAt: Date): EventRow[] {
  const row = (wanted: Partial<EventRow>) => eventRow(site, { receivedAt, ...wanted })
  const rows: EventRow[] = []
  for (let number = 0; number < 8 + day; number += 1) {
    const about = {
      arm: arms[number % arms.length] ?? ('shown' as const),
      page: number % 3 === 0 ? '/' : `/kettle-${String(number)}`,
      device: number % 2 === 0 ? ('mobile' as const) : ('desktop' as const),
      country: number % 2 === 0 ? 'DE' : 'NL',
    }
    const seen = row(about)
    const who = { ...about, visitor: seen.visitor }
    // A visitor who returns on the same day is the same visitor.
    rows.push(seen, ...(number % 4 === 0 ? [row(who)] : []))
    if (about.arm !== 'shown') {
      const reason = about.arm === 'holdout' ? ('holdout' as const) : ('paused' as const)
      rows.push(row({ ...who, type: 'not_shown', reason, amount: number + 1 }))
      continue
    }
    const shown = { ...who, nudge: nudgeIds[number % 2] ?? null }
    rows.push(row({ ...shown, type: 'impression' }))
    if (number % 2 === 0) rows.push(row({ ...shown, type: 'hover' }))
    if (number % 4 === 0) rows.push(row({ ...shown, type: 'click' }))
    if (number % 5 === 0) rows.push(row({ ...shown, type: 'close' }))
    const worth = { amountCents: null, currency: null }
    const reached = { goalId, uniqueKey: `order:${String(day)}-${String(number)}`, ...worth }
    const later = new Date(receivedAt.getTime() + 1_000)
    const goal = { ...who, type: 'goal' as const, goal: reached, receivedAt: later }
    if (number % 5 === 0) rows.push(row(goal))
    const product = `sku-${String(number % 3)}`
    rows.push(row({ ...who, type: 'product_view', product }))
    if (number % 5 === 0) rows.push(row({ ...who, type: 'cart', product }))
    rows.push(row({ ...shown, type: 'impression', outcome: 'bot' }))
  }
  return rows
}

/** This many days up to today. The older ones are rolled up, and their events no longer exist. */
export async function live(shop: Shop, days: number): Promise<EventRow[]> {
  const { world } = shop
  const rows: EventRow[] = []
  for (let day = 0; day < days; day += 1) {
    if (day > 0) world.clock.advance(dayMillis)
    const today = eventsOfDay(shop, day, world.services.now())
    await store(world.services, today)
    rows.push(...today)
  }
  await rollDays(world.services)
  await world.services.db.system.delete(pixelEvents)
  return rows.filter(({ outcome }) => outcome === 'accepted')
}

export const dayOf = ({ receivedAt }: EventRow) => receivedAt.toISOString().slice(0, 10)
export const visitorsOf = (rows: readonly EventRow[]) =>
  new Set(rows.map((row) => dayOf(row) + row.visitor.toString('hex'))).size
export const countOf = (rows: readonly EventRow[], type: EventRow['type']) =>
  rows.filter((row) => row.type === type).reduce((sum, { amount }) => sum + amount, 0)
