import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dailyEvents, goals, hourlyEvents, nudges, rolledDays } from '#app/db/schema/index.ts'
import { checkDays } from '#app/domain/events/check-days.server.ts'
import { mostProducts } from '#app/domain/events/raw-marginals.ts'
import { rollDays } from '#app/domain/events/roll-days.server.ts'
import { storeEvents, type EventRow } from '#app/domain/events/store-events.server.ts'
import { jobs } from '#app/jobs/registry.server.ts'
import type { TestSite } from '../../support/makers.ts'
import { eventRow, liftLimits, store } from '../../support/stored-events.ts'
import { createWorld, type World } from '../../support/world.ts'
import { dayMillis } from '#app/lib/time.ts'

/** The clock is at ten on 2 March 2026. */
const at = (text: string) => new Date(`2026-${text}:00Z`)

const advanceTo = ({ clock }: World, moment: Date) => {
  clock.advance(moment.getTime() - clock.now().getTime())
}

const rowsOf = async (
  { services }: World,
  dimension: (typeof dailyEvents.$inferSelect)['dimension'],
) =>
  (
    await services.db.system
      .select()
      .from(dailyEvents)
      .where(eq(dailyEvents.dimension, dimension))
      .orderBy(dailyEvents.day, dailyEvents.member, dailyEvents.type)
  ).map(({ day, member, type, total }) => [day, member, type, total])

test('with nothing counted there is nothing to roll', async () => {
  const { services } = await createWorld()

  expect(await rollDays(services)).toEqual([])
})

test('a day is rolled one hour after its end, and once', async () => {
  const world = await createWorld()
  const site = await world.site()
  await store(world.services, [eventRow(site, { receivedAt: at('03-02T10:00') })])

  advanceTo(world, new Date(at('03-03T01:00').getTime() - 1))
  const early = await rollDays(world.services)
  advanceTo(world, at('03-03T01:00'))
  const due = await rollDays(world.services)
  const again = await rollDays(world.services)

  expect([early, due, again]).toEqual([[], ['2026-03-02'], []])
  expect(await rowsOf(world, 'site')).toEqual([['2026-03-02', '', 'visit', 1]])
})

test('days without events are rolled as well, so none is missing in between', async () => {
  const world = await createWorld()
  const site = await world.site()
  await store(world.services, [eventRow(site, { receivedAt: at('03-02T10:00') })])
  advanceTo(world, at('03-06T12:00'))

  const rolled = await rollDays(world.services)

  expect(rolled).toEqual(['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'])
})

test('every dimension is summed separately, and an empty value means none', async () => {
  const world = await createWorld()
  const site = await world.site()
  const { id, uuid } = await world.nudge(site)
  const receivedAt = at('03-02T10:00')
  await store(world.services, [
    eventRow(site, { receivedAt, page: '/a', device: 'mobile', country: 'NL' }),
    eventRow(site, { receivedAt, type: 'impression', nudge: uuid, page: '/b', country: 'NL' }),
    eventRow(site, { receivedAt: at('03-02T23:59'), type: 'impression', nudge: uuid, page: '/b' }),
    eventRow(site, { receivedAt, type: 'not_shown', reason: 'capped', amount: 7 }),
    eventRow(site, { receivedAt, outcome: 'bot' }),
  ])
  advanceTo(world, at('03-03T02:00'))

  await rollDays(world.services)

  const day = '2026-03-02'
  expect(await rowsOf(world, 'site')).toEqual([
    [day, '', 'impression', 2],
    [day, '', 'not_shown', 7],
    [day, '', 'visit', 1],
  ])
  expect(await rowsOf(world, 'nudge')).toEqual([[day, String(id), 'impression', 2]])
  expect(await rowsOf(world, 'page')).toEqual([
    [day, '/', 'not_shown', 7],
    [day, '/a', 'visit', 1],
    [day, '/b', 'impression', 2],
  ])
  expect(await rowsOf(world, 'device')).toEqual([
    [day, 'desktop', 'impression', 2],
    [day, 'desktop', 'not_shown', 7],
    [day, 'mobile', 'visit', 1],
  ])
  expect(await rowsOf(world, 'country')).toEqual([
    [day, '', 'impression', 1],
    [day, '', 'not_shown', 7],
    [day, 'NL', 'impression', 1],
    [day, 'NL', 'visit', 1],
  ])
  expect(await rowsOf(world, 'detail')).toEqual([[day, 'capped', 'not_shown', 7]])
  const [row] = await world.services.db.system
    .select({ hours: dailyEvents.hours })
    .from(dailyEvents)
    .where(sql`dimension = 'site' and type = 'impression'`)
  expect(row?.hours).toEqual(Array.from({ length: 24 }, (_one, hour) => +[10, 23].includes(hour)))
})

/** A goal of the site, and conversions as collection stores them. */
async function makeGoal({ services }: World, { scope }: TestSite) {
  const [goal] = await services.db.system
    .insert(goals)
    .values({
      teamId: scope.teamId,
      siteId: scope.siteId,
      name: 'Order',
      kind: 'order',
      isRepeatable: true,
      createdAt: services.now(),
      updatedAt: services.now(),
    })
    .returning({ id: goals.id })
  const goalId = goal?.id ?? 0
  return (order: string) => ({
    type: 'goal' as const,
    goal: { goalId, uniqueKey: `order:${order}`, amountCents: null, currency: null },
  })
}

/** A second one of the type. */
async function makeNudge({ services }: World, { scope }: TestSite) {
  const [nudge] = await services.db.system
    .insert(nudges)
    .values({
      teamId: scope.teamId,
      siteId: scope.siteId,
      surface: 'popup',
      type: 'visitors',
      state: 'published',
      name: 'Visitors now',
      position: 1,
      createdAt: services.now(),
      updatedAt: services.now(),
    })
    .returning({ id: nudges.id, uuid: nudges.uuid })
  if (!nudge) throw new Error('The nudge was made.')
  return nudge
}

test('a visitor who reached a goal after an impression of the day counts once, and once for each nudge', async () => {
  const world = await createWorld()
  const site = await world.site()
  const nudge = await world.nudge(site)
  const other = await makeNudge(world, site)
  const reach = await makeGoal(world, site)
  const row = (time: string, visitor: Buffer, wanted: Partial<EventRow>) =>
    eventRow(site, { receivedAt: at(time), visitor, ...wanted })
  const seen = (of: { uuid: string }, wanted: Partial<EventRow> = {}) => ({
    type: 'impression' as const,
    nudge: of.uuid,
    ...wanted,
  })
  const [twice, early, atOnce, bot, nextDay, reported] = [1, 2, 3, 4, 5, 6].map((number) =>
    Buffer.alloc(16, 2 * number),
  )
  if (!twice || !early || !atOnce || !bot || !nextDay || !reported) throw new Error('six are made')
  await store(world.services, [
    row('03-02T10:00', twice, seen(nudge)),
    row('03-02T10:01', twice, seen(other)),
    row('03-02T10:02', twice, reach('1')),
    row('03-02T10:03', twice, reach('2')),
    row('03-02T10:00', early, reach('3')),
    row('03-02T10:01', early, seen(nudge)),
    row('03-02T10:00', atOnce, seen(nudge)),
    row('03-02T10:00', atOnce, reach('4')),
    row('03-02T10:00', bot, seen(nudge, { outcome: 'bot' })),
    row('03-02T10:01', bot, reach('5')),
    row('03-02T23:59', nextDay, seen(nudge)),
    row('03-03T00:00', nextDay, reach('6')),
    row('03-02T11:00', reported, seen(nudge)),
  ])
  // Known already: their first visit counts, and reloading the page doesn't.
  await storeEvents(world.services.pool, [
    row('03-02T11:01', reported, reach('1')),
    row('03-02T11:02', early, reach('3')),
  ])
  advanceTo(world, at('03-04T02:00'))

  await rollDays(world.services)

  expect(await rowsOf(world, 'after')).toEqual([
    ['2026-03-02', '', 'goal', 2],
    ['2026-03-02', String(nudge.id), 'goal', 2],
    ['2026-03-02', String(other.id), 'goal', 1],
  ])
})

test('products are summed as pages name them, and those beyond the most frequent ones as one', async () => {
  const world = await createWorld()
  const site = await world.site()
  await liftLimits(world.services)
  const receivedAt = at('03-02T10:00')
  const view = (product: string, wanted: Partial<EventRow> = {}) =>
    eventRow(site, { receivedAt, type: 'product_view', product, ...wanted })
  const rare = Array.from({ length: mostProducts }, (_one, number) =>
    view(`rare-${String(number).padStart(4, '0')}`),
  )
  await store(world.services, [
    ...rare,
    ...[view('cup'), view('cup'), view('cup', { type: 'cart' }), view('cup', { type: 'visit' })],
    ...[view('cup', { outcome: 'bot' }), eventRow(site, { receivedAt })],
  ])
  advanceTo(world, at('03-03T02:00'))

  await rollDays(world.services)

  const rows = await rowsOf(world, 'product')
  const day = '2026-03-02'
  expect(rows.slice(0, 5)).toEqual([
    [day, '', 'product_view', 1],
    [day, 'cup', 'cart', 1],
    [day, 'cup', 'product_view', 2],
    [day, 'cup', 'visit', 1],
    [day, 'rare-0000', 'product_view', 1],
  ])
  expect(rows).toHaveLength(mostProducts + 3)
})

test('rows based on raw events are repaired from them, and left alone where the events are deleted', async () => {
  const world = await createWorld()
  const site = await world.site()
  const { services } = world
  await store(services, [
    eventRow(site, { receivedAt: at('03-02T10:00'), type: 'product_view', product: 'cup' }),
    eventRow(site, { receivedAt: at('03-03T10:00'), type: 'product_view', product: 'cup' }),
  ])
  advanceTo(world, at('03-04T02:00'))
  await rollDays(services)
  const since = at('03-02T00:00')
  const well = await checkDays(services, { since })
  await services.db.system
    .update(dailyEvents)
    .set({ total: 9 })
    .where(eq(dailyEvents.dimension, 'product'))
  await services.db.system.execute(sql`select drop_partitions('2026-03-03', '2026-03-01')`)

  const found = await checkDays(services, { since, repair: true })

  expect(well).toEqual([])
  expect(found).toEqual([
    {
      siteId: site.scope.siteId,
      day: '2026-03-03',
      dimension: 'product',
      member: 'cup',
      type: 'product_view',
      stored: 9,
      counted: 1,
    },
  ])
  expect(await rowsOf(world, 'product')).toEqual([
    ['2026-03-02', 'cup', 'product_view', 9],
    ['2026-03-03', 'cup', 'product_view', 1],
  ])
})

test('a month is summed from its days when its last one is closed', async () => {
  const world = await createWorld()
  const site = await world.site()
  await store(world.services, [
    eventRow(site, { receivedAt: at('03-02T10:00'), page: '/a' }),
    eventRow(site, { receivedAt: at('03-31T23:00'), page: '/a' }),
    eventRow(site, { receivedAt: at('04-01T00:00'), page: '/a' }),
  ])

  advanceTo(world, at('04-01T00:59'))
  await rollDays(world.services)
  const before = await rowsOf(world, 'page_month')
  advanceTo(world, at('04-02T01:00'))
  await rollDays(world.services)

  expect(before).toEqual([])
  expect(await rowsOf(world, 'page_month')).toEqual([['2026-03-01', '/a', 'visit', 2]])
})

test('processes that roll at the same moment roll each day once', async () => {
  const world = await createWorld()
  const site = await world.site()
  await store(
    world.services,
    [0, 1, 2, 3].map((day) =>
      eventRow(site, { receivedAt: new Date(at('03-02T10:00').getTime() + day * dayMillis) }),
    ),
  )
  advanceTo(world, at('03-06T02:00'))

  const racing = await Promise.all([1, 2, 3].map(() => rollDays(world.services)))
  const rest = await rollDays(world.services)

  const rolled = [...racing.flat(), ...rest].sort()
  expect(rolled).toEqual(['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'])
  expect(await rowsOf(world, 'site')).toEqual(rolled.map((day) => [day, '', 'visit', 1]))
  expect(await world.services.db.system.select().from(rolledDays)).toHaveLength(4)
})

test('a check names days that differ from their hours, and mends them when asked', async () => {
  const world = await createWorld()
  const site = await world.site()
  await store(world.services, [
    eventRow(site, { receivedAt: at('03-02T10:00'), page: '/a' }),
    eventRow(site, { receivedAt: at('03-30T10:00'), page: '/a' }),
  ])
  advanceTo(world, at('04-02T02:00'))
  await rollDays(world.services)
  const { db } = world.services
  const since = at('03-02T00:00')
  const well = await checkDays(world.services, { since })
  await db.system
    .update(hourlyEvents)
    .set({ total: 3 })
    .where(eq(hourlyEvents.hour, at('03-30T10:00')))
  await db.system.delete(dailyEvents).where(sql`dimension = 'page' and day = '2026-03-02'`)

  const found = await checkDays(world.services, { since, repair: true })
  const after = await checkDays(world.services, { since })

  const siteId = site.scope.siteId
  expect(well).toEqual([])
  expect(found).toContainEqual({
    siteId,
    day: '2026-03-30',
    dimension: 'site',
    member: '',
    type: 'visit',
    stored: 1,
    counted: 3,
  })
  expect(found).toContainEqual({
    siteId,
    day: '2026-03-02',
    dimension: 'page',
    member: '/a',
    type: 'visit',
    stored: 0,
    counted: 1,
  })
  expect(after).toEqual([])
  expect(await rowsOf(world, 'country_month')).toEqual([['2026-03-01', '', 'visit', 4]])
})

test('the jobs roll days and keep partitions', async () => {
  const world = await createWorld()
  const site = await world.site()
  await store(world.services, [eventRow(site, { receivedAt: at('03-02T10:00') })])
  advanceTo(world, at('03-03T02:00'))

  for (const name of ['events.roll-days', 'events.keep-partitions']) {
    await jobs.find((job) => job.name === name)?.run(world.services, {})
  }

  expect(await rowsOf(world, 'site')).toHaveLength(1)
  const { rows } = await world.services.pool.query<{ name: string | null }>(
    "select to_regclass('pixel_events_20260310')::text as name",
  )
  expect(rows).toEqual([{ name: 'pixel_events_20260310' }])
})
