/** A boost for one site lifts that site alone, to the unit, once the team's limit is reached. */
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { meters, purchases, siteMeters, sites, teams } from '#app/db/schema/index.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { storeEvents, type EventRow } from '#app/domain/events/store-events.server.ts'
import { deleteSite } from '#app/domain/lifecycle/delete-site.server.ts'
import { transferSite } from '#app/domain/lifecycle/transfer-site.server.ts'
import { setPlan } from '../../support/plans/set-plan.ts'
import { storeBoost } from '#app/domain/plans/change-plan.server.ts'
import { readSiteUsage } from '#app/domain/plans/meter.server.ts'
import { readMeter } from '#app/domain/stats/meter-reading.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { TestSite } from '../../support/makers.ts'
import { serveEdge, visitEvent } from '../../support/pages.ts'
import { eventRow } from '../../support/stored-events.ts'
import { createWorld, type World } from '../../support/world.ts'

const setLimit = ({ services }: World, { team }: TestSite, planLimit: number) =>
  services.db.system.update(teams).set({ planLimit }).where(eq(teams.id, team.scope.teamId))

const inDays = ({ clock }: World, days: number) =>
  new Date(clock.now().getTime() + days * dayMillis)

const boost = ({ services }: World, { scope }: TestSite, units: number, expiresAt: Date) =>
  services.db.asTeam(scope, (tx) =>
    storeBoost(tx, services, { scope, siteId: scope.siteId, boost: { units, expiresAt } }),
  )

/** Two sites of a team whose limit is three visitors, and a boost for the first one. */
async function openShops(units: number, days = 30) {
  const world = await createWorld()
  const site = await world.site({ name: 'Kettles', options: { holdout: 0 } })
  const sister = await world.site({ name: 'Mugs', team: site.team, options: { holdout: 0 } })
  await setLimit(world, site, 3)
  await boost(world, site, units, inDays(world, days))
  const visit = (one: TestSite, count: number, wanted: Partial<EventRow> = {}) =>
    storeEvents(
      world.services.pool,
      Array.from({ length: count }, () =>
        eventRow(one, { receivedAt: world.clock.now(), arm: 'shown', ...wanted }),
      ),
    )
  return { world, site, sister, visit }
}

/** As pages see it. */
async function isPaused({ services }: World, { uuid }: TestSite) {
  services.siteCache.invalidate(uuid)
  return (await services.siteCache.site(uuid))?.isLimitReached
}

const repeat = (count: number, outcome: string) => Array.from({ length: count }, () => outcome)

const boostUse = ({ services }: World, { scope }: TestSite) =>
  services.db.system.select().from(siteMeters).where(eq(siteMeters.siteId, scope.siteId))

const teamUse = async ({ services }: World, { scope }: TestSite) => {
  const [row] = await services.db.system
    .select({ visitors: meters.visitors })
    .from(meters)
    .where(eq(meters.teamId, scope.teamId))
  return row?.visitors
}

test('at the team’s limit the site goes on until its units are used, the others stop', async () => {
  const { world, site, sister, visit } = await openShops(2)
  const { services } = world
  expect(await visit(sister, 3)).toEqual(repeat(3, 'accepted'))
  expect(await boostUse(world, site)).toEqual([])

  expect([await isPaused(world, site), await isPaused(world, sister)]).toEqual([false, true])
  expect(await visit(sister, 2)).toEqual(repeat(2, 'over_limit'))
  expect(await visit(site, 1)).toEqual(['accepted'])
  expect(await isPaused(world, site)).toBe(false)
  expect(await readSiteUsage(services.db.system, site.scope, world.clock.now())).toMatchObject({
    isLimitReached: false,
    isLifted: true,
    percent: 100,
  })
  expect(await visit(site, 3)).toEqual(['accepted', 'over_limit', 'over_limit'])
  expect([await isPaused(world, site), await isPaused(world, sister)]).toEqual([true, true])

  expect(await teamUse(world, site)).toBe(3)
  expect(await boostUse(world, site)).toMatchObject([{ unit: 'visitors', used: 2, allowance: 2 }])
  expect(await readMeter(services, site.scope)).toMatchObject({
    used: 3,
    isLimitReached: true,
    siteBoosts: [{ name: 'Kettles', used: 2, units: 2 }],
    sites: [
      { name: 'Mugs', used: 3 },
      { name: 'Kettles', used: 2 },
    ],
  })
  expect(await recount(services)).toEqual([])
})

test('its pages get nudges while the pages of the others get none', async () => {
  const { world, site, sister, visit } = await openShops(1)
  const edge = await serveEdge(world.services)
  await visit(sister, 3)
  for (const { uuid } of [site, sister]) world.services.siteCache.invalidate(uuid)

  expect((await edge.page(sister).payload()).withheld).toBe('plan_limit')
  expect((await edge.page(site).payload()).withheld).toBeUndefined()
  const [outcome] = await edge.page(site).report(visitEvent())
  expect(outcome).toMatchObject({ outcome: 'accepted' })
  for (const { uuid } of [site, sister]) world.services.siteCache.invalidate(uuid)
  expect((await edge.page(site).payload()).withheld).toBe('plan_limit')
})

test('at its expiry the limit is immediately the team’s, and a second boost adds to a running one', async () => {
  const { world, site, visit } = await openShops(5, 2)
  await visit(site, 4)
  world.clock.advance(2 * dayMillis)
  expect(await isPaused(world, site)).toBe(true)
  expect(await visit(site, 1)).toEqual(['over_limit'])
  expect((await readMeter(world.services, site.scope)).siteBoosts).toEqual([])

  await boost(world, site, 2, inDays(world, 1))
  await boost(world, site, 1, inDays(world, 3))
  expect(await isPaused(world, site)).toBe(false)
  // One of these units was used this month before.
  expect(await visit(site, 3)).toEqual(['accepted', 'accepted', 'over_limit'])
  const [row] = await world.services.db.system
    .select({ units: sites.visitorBoost, until: sites.visitorBoostExpiresAt })
    .from(sites)
    .where(eq(sites.id, site.scope.siteId))
  expect(row).toEqual({ units: 3, until: inDays(world, 3) })
  expect(await recount(world.services)).toEqual([])
})

test('a plan without a limit, a better plan and a new month use none of its units', async () => {
  const { world, site, visit } = await openShops(5, 60)
  const { services } = world
  await visit(site, 5)
  await setPlan(services, site.team.scope, { planId: 'lite' })
  await visit(site, 5)
  await setPlan(services, site.team.scope, { planId: 'plus' })
  await visit(site, 5)
  expect(await boostUse(world, site)).toMatchObject([{ month: '2026-03-01', used: 2 }])
  expect(await teamUse(world, site)).toBe(13)

  world.clock.advance(31 * dayMillis)
  await setLimit(world, site, 1)
  expect(await visit(site, 7)).toEqual([...repeat(6, 'accepted'), 'over_limit'])
  expect(await boostUse(world, site)).toMatchObject([{ used: 2 }, { used: 5 }])
  expect(await recount(services)).toEqual([])
})

test('in the batch that reaches both, the arms of each site are counted to the same visitor', async () => {
  const { world, site, sister } = await openShops(1)
  const receivedAt = world.clock.now()
  const rows = [
    ...([site, site, sister] as const).map((one) => eventRow(one, { arm: 'shown', receivedAt })),
    // The limit is reached: from here on the sister's visitors of both groups are too many.
    eventRow(sister, { arm: 'shown', receivedAt }),
    eventRow(sister, { arm: 'holdout', receivedAt }),
    eventRow(site, { arm: 'holdout', receivedAt }),
    eventRow(site, { arm: 'shown', receivedAt }),
    eventRow(site, { arm: 'holdout', receivedAt }),
    // And from here on this site's as well.
    eventRow(site, { arm: 'shown', receivedAt }),
    eventRow(site, { arm: 'holdout', receivedAt }),
  ]

  expect(await storeEvents(world.services.pool, rows)).toEqual([
    ...repeat(3, 'accepted'),
    ...repeat(2, 'over_limit'),
    ...repeat(3, 'accepted'),
    ...repeat(2, 'over_limit'),
  ])
  expect(await recount(world.services)).toEqual([])
})

test('a deleted or transferred site takes its units along, and every meter stays exact', async () => {
  const { world, site, sister, visit } = await openShops(5)
  const { services } = world
  const { owner } = site
  await visit(site, 5)
  await boost(world, sister, 2, inDays(world, 9))
  await visit(sister, 1)
  await services.db.system.insert(purchases).values({
    teamId: site.scope.teamId,
    siteId: site.scope.siteId,
    channel: 'card',
    kind: 'visitor_boost',
    itemId: 'lite-visitors',
    units: 5,
    priceCents: 900,
    state: 'open',
    createdAt: world.clock.now(),
    updatedAt: world.clock.now(),
  })

  const to = await world.team({ owner })
  const account = { ...owner, impersonator: null } as never
  await transferSite(services, {
    account,
    site: site.scope,
    to: to.scope.teamId,
    typedName: 'Kettles',
  })
  expect(await recount(services)).toEqual([])
  expect(await teamUse(world, site)).toBe(3)
  expect(await boostUse(world, site)).toMatchObject([{ teamId: to.scope.teamId, used: 2 }])
  expect((await readMeter(services, to.scope)).siteBoosts).toMatchObject([{ units: 5, used: 2 }])
  // The payment is still the payer's.
  expect(await services.db.system.select().from(purchases)).toMatchObject([
    { teamId: sister.scope.teamId, siteId: null },
  ])

  await deleteSite(services, { account, site: sister.scope }, 'Mugs')
  expect(await recount(services)).toEqual([])
  expect(await services.db.system.select().from(siteMeters)).toHaveLength(1)
})

const visits = fc.record({
  limit: fc.integer({ min: 0, max: 6 }),
  boosts: fc.array(
    fc.record({ units: fc.integer({ min: 0, max: 4 }), days: fc.integer({ min: 1, max: 4 }) }),
    { minLength: 3, maxLength: 3 },
  ),
  batches: fc.array(
    fc.record({
      later: fc.integer({ min: 0, max: 2 }),
      visits: fc.array(
        fc.record({
          site: fc.integer({ min: 0, max: 2 }),
          visitor: fc.integer({ min: 0, max: 9 }),
        }),
        { minLength: 1, maxLength: 8 },
      ),
    }),
    { minLength: 1, maxLength: 5 },
  ),
})

test('random visits use the team’s limit first and then the site’s own boost, to the unit', async () => {
  const world = await createWorld()
  const { services } = world
  const start = world.clock.now()
  const owner = await world.user()
  await fc.assert(
    fc.asyncProperty(visits, async ({ limit, boosts, batches }) => {
      const first = await world.site({ team: await world.team({ owner }) })
      const shops = [first, ...(await twoMore(world, first))]
      await setLimit(world, first, limit)
      const ends = boosts.map(({ days }) => start.getTime() + days * dayMillis)
      for (const [index, shop] of shops.entries()) {
        const { units = 0 } = boosts[index] ?? {}
        if (units > 0) await boost(world, shop, units, new Date(ends[index] ?? 0))
      }

      const left = { team: limit, sites: boosts.map(({ units }) => units) }
      const seen = new Set<string>()
      let at = start
      for (const batch of batches) {
        at = new Date(at.getTime() + batch.later * dayMillis)
        const expected = batch.visits.map(({ site, visitor }) => {
          const key = `${String(site)} ${String(visitor)}`
          if (seen.has(key)) return 'accepted'
          seen.add(key)
          if (left.team > 0) {
            left.team -= 1
            return 'accepted'
          }
          if ((ends[site] ?? 0) <= at.getTime() || (left.sites[site] ?? 0) === 0)
            return 'over_limit'
          left.sites[site] = (left.sites[site] ?? 0) - 1
          return 'accepted'
        })
        const rows = batch.visits.map(({ site, visitor }) =>
          eventRow(shops[site] ?? first, { receivedAt: at, visitor: keyOf(visitor), arm: 'shown' }),
        )
        expect(await storeEvents(services.pool, rows)).toEqual(expected)
      }
      expect((await teamUse(world, first)) ?? 0).toBe(limit - left.team)
      for (const [index, shop] of shops.entries()) {
        const [stored] = await boostUse(world, shop)
        expect(stored?.used ?? 0).toBe((boosts[index]?.units ?? 0) - (left.sites[index] ?? 0))
      }
    }),
    { numRuns: 40 },
  )
  expect(await recount(services)).toEqual([])
})

/** Key of a visitor without consent. */
const keyOf = (visitor: number) => Buffer.alloc(16, 2 * (visitor + 1))

const twoMore = async (world: World, { team }: TestSite) => [
  await world.site({ team }),
  await world.site({ team }),
]

test('forty statements at the same moment grant each unit once', async () => {
  const { world, site, sister, visit } = await openShops(7)
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, index) => visit(index % 2 === 0 ? site : sister, 1)),
  )
  const all = outcomes.flat()
  expect(all.filter((one) => one === 'accepted')).toHaveLength(10)
  expect(await teamUse(world, site)).toBe(3)
  expect(await boostUse(world, site)).toMatchObject([{ used: 7 }])
  expect(await recount(world.services)).toEqual([])
})
