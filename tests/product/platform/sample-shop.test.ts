import { beforeEach, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { checkDays } from '#app/domain/events/check-days.server.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { rollDays } from '#app/domain/events/roll-days.server.ts'
import { changeOptions } from '#app/domain/sites/settings.server.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { createSecurityWorld } from '#tests/support/two-factor.ts'
import type { World } from '#tests/support/world.ts'
import { ensureSample, fillSample, type Sample } from '#workshop/sample/fill-sample.server.ts'

const days = 3

let world: World

beforeEach(async () => {
  world = await createSecurityWorld()
})

async function create(seed?: string): Promise<Sample> {
  const sample = await ensureSample(world.services, { days })
  await fillSample(world.services, sample.shop, { days, ...(seed ? { seed } : {}) })
  return sample
}

/** Sums by type, and the groups' visitors and conversions: nothing that depends on numbers of rows. */
async function readSums({ db }: Services) {
  const { rows: events } = await db.system.execute(
    sql`select type, device, sum(total)::int as total from hourly_events group by 1, 2 order by 1, 2`,
  )
  const { rows: groups } = await db.system.execute(
    sql`select arm, day::text, sum(visitors)::int as visitors, sum(converters)::int as converters
        from visitor_days group by 1, 2 order by 1, 2`,
  )
  const { rows: activities } = await db.system.execute(
    sql`select kind, count(*)::int as total, sum(amount_cents)::int as cents
        from activities group by 1 order by 1`,
  )
  return { events, groups, activities }
}

const findDifferences = async (services: Services) => [
  ...(await recount(services)),
  ...(await checkDays(services, { since: new Date(0) })),
]

test('its sums match its events, also of days that were summed up before it came', async () => {
  const { services } = world
  const site = await world.site()
  await services.db.system.execute(
    sql`insert into hourly_events (site_id, team_id, hour, nudge_id, type, detail, device, country, total)
        values (${site.scope.siteId}, ${site.team.scope.teamId},
          date_trunc('hour', ${new Date(services.now().getTime() - 6 * dayMillis).toISOString()}::timestamptz),
          0, 'visit', '', 'desktop', '', 0)`,
  )
  await rollDays(services)

  await create()
  const { events } = await readSums(services)

  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['visit', 'impression', 'click', 'cart', 'goal', 'not_shown']),
  )
  expect(await findDifferences(services)).toEqual([])
})

test('its days are summed up by the job when that comes later', async () => {
  await create()
  const rolled = await rollDays(world.services)

  expect(rolled).toHaveLength(days)
  expect(await findDifferences(world.services)).toEqual([])
})

test('the same seed gives the same sums, and another one gives others', async () => {
  await create()
  const first = await readSums(world.services)

  world = await createSecurityWorld()
  await create()
  expect(await readSums(world.services)).toEqual(first)

  world = await createSecurityWorld()
  await create('another')
  expect(await readSums(world.services)).not.toEqual(first)
})

test('a history that is continued at later starts is the one of a single start', async () => {
  const { services, clock } = world
  await create()
  clock.advance(5 * hourMillis)
  await create()
  clock.advance(dayMillis)
  await create()
  const continued = await readSums(services)
  const until = services.now()

  world = await createSecurityWorld()
  world.clock.advance(until.getTime() - world.services.now().getTime())
  const sample = await ensureSample(world.services, { days: days + 1 })
  await fillSample(world.services, sample.shop, { days: days + 1 })

  expect((await readSums(world.services)).events).toEqual(continued.events)
})

test('more visitors with nudges reach a goal than without', async () => {
  const wanted = { days: 12 }
  const sample = await ensureSample(world.services, wanted)
  await fillSample(world.services, sample.shop, wanted)
  const { rows } = await world.services.db.system.execute<{ arm: string; rate: number }>(
    sql`select arm, sum(converters)::float / sum(visitors) as rate from visitor_days group by 1`,
  )
  const rateOf = (arm: string) => rows.find((row) => row.arm === arm)?.rate ?? 0

  expect(rateOf('holdout')).toBeGreaterThan(0.05)
  expect(rateOf('shown')).toBeGreaterThan(rateOf('holdout'))
})

test('its nudges reach pages of the product’s address alone', async () => {
  const { shop } = await create()
  // A visitor in the group gets none.
  await changeOptions(world.services, shop.scope, { holdout: 0 })
  const { appUrl } = world.services.config
  const served = await world.serve()
  const path = `/api/pixel/${shop.scope.siteUuid}`
  const statusFor = async (headers: Record<string, string>) =>
    (await served.fetch(path, { headers })).status

  expect(await statusFor({ Referer: `${appUrl}/demo` })).toBe(200)
  expect(await statusFor({ Origin: appUrl })).toBe(200)
  expect(await statusFor({ Origin: 'https://shop.example' })).toBe(404)
  expect(await statusFor({ Referer: 'https://shop.example/' })).toBe(404)
  expect(await statusFor({ Origin: 'null', Referer: `${appUrl}/demo` })).toBe(404)
  expect(await statusFor({})).toBe(404)
  const answer = await served.fetch(path, { headers: { Referer: `${appUrl}/demo` } })
  expect(answer.headers.get('cache-control')).toContain('private')
  expect(await answer.text()).toContain('"nudges":[{')
})

test('no name of a buyer is in it', async () => {
  await create()
  const { rows } = await world.services.db.system.execute<{ named: number; marked: number }>(
    sql`select count(*) filter (where first_name is not null or last_name is not null)::int as named,
          count(*) filter (where external_id not like 'sample-%')::int as marked
        from activities`,
  )

  expect(rows).toEqual([{ named: 0, marked: 0 }])
})
