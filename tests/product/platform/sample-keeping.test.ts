/** The sample shop after its first start: its history goes on, and what its merchant does stays done. */
import { beforeEach, expect, test } from 'vitest'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { activities, goals, nudges, sites, teamMembers, teams } from '#app/db/schema/index.ts'
import { setPlan } from '#app/domain/plans/change-plan.server.ts'
import { changeOptions } from '#app/domain/sites/settings.server.ts'
import { createSite } from '#app/domain/sites/sites.server.ts'
import { createTeam } from '#app/domain/teams/teams.server.ts'
import { ConfigError } from '#app/lib/config-error.ts'
import { hourMillis } from '#app/lib/time.ts'
import { refuseSample } from '#app/server/start/refuse-sample.server.ts'
import { createSecurityWorld } from '#tests/support/two-factor.ts'
import type { World } from '#tests/support/world.ts'
import { ensureSample, fillSample } from '#workshop/sample/fill-sample.server.ts'
import { findSampleShop } from '#workshop/sample/sample-shop.server.ts'

let world: World

beforeEach(async () => {
  world = await createSecurityWorld()
})

const start = async (days = 1) => {
  const sample = await ensureSample(world.services, { days })
  await fillSample(world.services, sample.shop, { days })
  return sample
}

test('a production doesn’t start on a database that has a sample shop', async () => {
  const { services } = world
  const production = { ...services, config: { ...services.config, isProduction: true } }
  await refuseSample(production)

  await ensureSample(services, { days: 1 })

  await expect(refuseSample(production)).rejects.toBeInstanceOf(ConfigError)
  await refuseSample(services)
})

test('another organization of its merchant is left alone, also when the sample is deleted', async () => {
  const { services } = world
  const { people, shop } = await ensureSample(services, { days: 1 })
  const { merchant } = people.ids
  const team = await createTeam(services, { id: merchant }, { name: 'Oak Pottery' })
  const owner = { team, userId: merchant }
  const url = 'https://oak-pottery.example'
  const site = await createSite(services, owner, { name: 'Oak Pottery', url })
  await services.db.system.delete(teams).where(eq(teams.id, shop.scope.teamId))
  expect(await findSampleShop(services, merchant)).toBeNull()

  const next = await start()

  expect(next.shop.scope.teamId).not.toBe(team.teamId)
  expect(
    await services.db.system
      .select({ isSample: teams.isSample, url: sites.url })
      .from(sites)
      .innerJoin(teams, eq(teams.id, sites.teamId))
      .where(eq(sites.id, site.siteId)),
  ).toEqual([{ isSample: false, url }])
  expect(await services.db.system.$count(nudges, eq(nudges.siteId, site.siteId))).toBe(0)
  expect(await services.db.system.$count(activities, eq(activities.siteId, site.siteId))).toBe(0)
})

test('another site in the sample organization is left alone when the sample site is deleted', async () => {
  const { services } = world
  const { people, shop } = await ensureSample(services, { days: 1 })
  const owner = { team: shop.scope, userId: people.ids.merchant }
  const url = 'https://oak-pottery.example'
  const site = await createSite(services, owner, { name: 'Oak Pottery', url })
  await services.db.system.delete(sites).where(eq(sites.id, shop.scope.siteId))

  const next = await ensureSample(services, { days: 1 })

  expect(next.shop.scope.teamId).toBe(shop.scope.teamId)
  expect(next.shop.scope.siteId).not.toBe(site.siteId)
  const [kept] = await services.db.system.select().from(sites).where(eq(sites.id, site.siteId))
  expect(kept?.url).toBe(url)
})

test('beyond its plan’s visitors its history goes on', async () => {
  const { services, clock } = world
  const days = 8
  const { shop } = await ensureSample(services, { days })
  const cause = { actor: 'system', userId: null, reason: 'Test.' } as const
  await setPlan(services, shop.scope, { wanted: { planId: 'free' }, cause })

  await fillSample(services, shop, { days })

  const { rows } = await services.db.system.execute<{ beyond: number }>(
    sql`select count(*)::int as beyond from pixel_events where outcome = 'over_limit'`,
  )
  expect(rows[0]?.beyond).toBeGreaterThan(0)
  const found = await findSampleShop(services, shop.merchantId)
  expect(found?.filledUntil).toEqual(clock.now())
})

test('a part of today isn’t simulated again after settings changed, and no erased order returns', async () => {
  const { services, clock } = world
  const { shop } = await start()
  const [newest] = await services.db.system
    .select({ id: activities.id, externalId: activities.externalId })
    .from(activities)
    .where(eq(activities.kind, 'purchase'))
    .orderBy(desc(activities.occurredAt))
    .limit(1)
  if (!newest) throw new Error('There is no order.')
  await services.db.system.delete(activities).where(eq(activities.id, newest.id))
  await changeOptions(services, shop.scope, { holdout: 0 })
  clock.advance(5 * hourMillis)

  await start()

  const { rows } = await services.db.system.execute<{ both: number; twice: number }>(
    sql`select count(*) filter (where arms > 1)::int as both,
          count(*) filter (where carts > 1)::int as twice
        from (select visitor, count(distinct arm) as arms, count(*) filter (where type = 'cart') as carts
          from pixel_events group by visitor) as by_visitor`,
  )
  expect(rows).toEqual([{ both: 0, twice: 0 }])
  const isErased = eq(activities.externalId, newest.externalId)
  expect(await services.db.system.$count(activities, isErased)).toBe(0)
})

test('people, goals and nudges that its merchant removes or renames stay so', async () => {
  const { services } = world
  const { people, shop } = await start()
  const { db } = services
  const ofSite = (table: typeof nudges | typeof goals) => eq(table.siteId, shop.scope.siteId)
  const count = async () => ({
    goals: await db.system.$count(goals, ofSite(goals)),
    published: await db.system.$count(nudges, and(ofSite(nudges), isNotNull(nudges.publishedAt))),
    colleagues: await db.system.$count(teamMembers, eq(teamMembers.userId, people.ids.colleague)),
  })
  const before = await count()
  await db.system.delete(teamMembers).where(eq(teamMembers.userId, people.ids.colleague))
  await db.system.update(nudges).set({ name: 'Renamed' }).where(eq(nudges.name, 'Newest orders'))
  await db.system.update(goals).set({ name: 'Renamed' }).where(eq(goals.name, 'Added to cart'))
  await db.system.delete(goals).where(eq(goals.name, 'Newsletter'))

  const next = await start()

  expect(await count()).toEqual({ ...before, goals: before.goals - 1, colleagues: 0 })
  expect(next.shop.goals).toEqual({ adds: shop.goals.adds, signsUp: null })
  expect(shop.goals.adds).not.toBeNull()
})

test('it leaves the database to others after each piece of work', async () => {
  const { services } = world
  const { shop } = await ensureSample(services, { days: 1 })
  const rests: number[] = []

  await fillSample(services, shop, {
    days: 1,
    rest: (millis) => {
      rests.push(millis)
      return Promise.resolve()
    },
  })

  expect(rests.length).toBeGreaterThan(10)
  expect(Math.min(...rests)).toBeGreaterThan(0)
})
