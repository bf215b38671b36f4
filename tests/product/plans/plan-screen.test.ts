/** An organization's plan and usage: what each member sees of them. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { meters, teams } from '#app/db/schema/index.ts'
import { dayMillis } from '#app/lib/time.ts'
import { loader as exported } from '#app/routes/settings/plan-export.ts'
import { loader as screen } from '#app/routes/settings/plan.tsx'
import type { TestSite, TestTeam, TestUser } from '../../support/makers.ts'
import { eventRow, store } from '../../support/stored-events.ts'
import { createWorld, type World } from '../../support/world.ts'

const visit = (world: World, { scope }: TestTeam, as: TestUser) =>
  world.visit('/settings/teams/1/plan', { as, params: { id: String(scope.teamId) } })

const see = (world: World, team: TestTeam, as: TestUser) => screen(visit(world, team, as))

async function storeVisits({ services }: World, counts: readonly [TestSite, number][]) {
  const receivedAt = services.now()
  await store(
    services,
    counts.flatMap(([site, count]) =>
      Array.from({ length: count }, () => eventRow(site, { receivedAt })),
    ),
  )
}

test('every member sees the plan and its usage, and whom to ask for another', async () => {
  const world = await createWorld()
  const site = await world.site()
  const { team, owner } = site
  const admin = await world.member(team, { role: 'admin' })
  await storeVisits(world, [[site, 3]])

  const shown = { plan: 'Free', meter: { used: 3, allowance: 1000, boost: null } }
  expect(await see(world, team, owner)).toMatchObject({
    ...shown,
    owner: null,
    // Without Stripe a server can't sell boosts.
    boosts: [],
  })
  expect(await see(world, team, admin)).toMatchObject({
    ...shown,
    owner: owner.name,
    boosts: null,
    status: null,
  })
})

test('a boost counts until it ends', async () => {
  const world = await createWorld()
  const { team, owner } = await world.site()
  const visitorBoostExpiresAt = new Date(world.services.now().getTime() + dayMillis)
  await world.services.db.system
    .update(teams)
    .set({ visitorBoost: 500, visitorBoostExpiresAt })
    .where(eq(teams.id, team.scope.teamId))

  const running = await see(world, team, owner)
  world.clock.advance(dayMillis)
  const ended = await see(world, team, owner)

  expect(running.meter).toMatchObject({ allowance: 1500, boost: { units: 500 } })
  expect(ended.meter).toMatchObject({ allowance: 1000, boost: null })
})

test('who may see one site alone reads the use of the others as one number', async () => {
  const world = await createWorld()
  const site = await world.site()
  const other = await world.site({ team: site.team, name: 'Secret shop' })
  const analyst = await world.member(site.team, { role: 'analyst', sites: [site] })
  await storeVisits(world, [
    [site, 2],
    [other, 3],
  ])

  const seen = await see(world, site.team, analyst)

  expect(seen.meter.used).toBe(5)
  expect(seen.sites).toMatchObject([{ name: 'Shop', used: 2 }])
  expect(seen.usedElsewhere).toBe(3)
  expect(seen.months).toMatchObject([{ month: '2026-03-01', visitors: 5, impressions: 0 }])
  expect(JSON.stringify(seen)).not.toContain('Secret shop')
})

test('the months are a file, of the organization in the address alone', async () => {
  const world = await createWorld()
  const site = await world.site()
  const stranger = await world.site()
  await storeVisits(world, [[site, 2]])

  const file = await exported(visit(world, site.team, site.owner))
  const empty = await see(world, stranger.team, stranger.owner)

  expect(file.headers.get('Content-Disposition')).toMatch(
    /^attachment; filename="[\w-]+-usage\.csv"$/,
  )
  expect(await file.text()).toBe(
    'Month,Measured by,Visitors,Impressions,Limit\r\n2026-03,visitors,2,0,1000\r\n',
  )
  await expect(exported(visit(world, site.team, stranger.owner))).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(empty.months).toEqual([])
  expect(await world.services.db.system.$count(meters)).toBe(1)
})
