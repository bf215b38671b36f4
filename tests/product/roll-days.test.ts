import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dailyEvents, hourlyEvents, rolledDays } from '#app/db/schema/index.ts'
import { checkDays } from '#app/domain/events/check-days.server.ts'
import { rollDays } from '#app/domain/events/roll-days.server.ts'
import { jobs } from '#app/jobs/registry.server.ts'
import { eventRow, store } from '#tests/support/stored-events.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const hourMillis = 3_600_000
const dayMillis = 24 * hourMillis

/** The clock stands at ten on 2 March 2026. */
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

test('days without events are rolled as well, so that none is missing in between', async () => {
  const world = await createWorld()
  const site = await world.site()
  await store(world.services, [eventRow(site, { receivedAt: at('03-02T10:00') })])
  advanceTo(world, at('03-06T12:00'))

  const rolled = await rollDays(world.services)

  expect(rolled).toEqual(['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'])
})

test('every dimension is summed by itself, and none stands for nothing', async () => {
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
    ...{ siteId, day: '2026-03-30', dimension: 'site', member: '', type: 'visit' },
    ...{ stored: 1, counted: 3 },
  })
  expect(found).toContainEqual({
    ...{ siteId, day: '2026-03-02', dimension: 'page', member: '/a', type: 'visit' },
    ...{ stored: 0, counted: 1 },
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
