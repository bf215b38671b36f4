/** A team's plan and usage, and the operator's commands for both. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runCommandLine } from '#app/cli/command-line.ts'
import { commands } from '#app/cli/commands.server.ts'
import { meters, teams } from '#app/db/schema/index.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import { addBoost } from '#app/domain/plans/change-plan.server.ts'
import { noBackups } from '../../support/commands/no-backups.ts'
import { setPlan } from '../../support/plans/set-plan.ts'
import { readMeter } from '#app/domain/stats/meter-reading.server.ts'
import type { TestTeam } from '../../support/makers.ts'
import { browser, impressionEvent, serveEdge, visitEvent } from '../../support/pages.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld, type World } from '../../support/world.ts'
import { dayMillis } from '#app/lib/time.ts'

const planColumns = async ({ services }: World, { scope }: TestTeam) => {
  const [row] = await services.db.system
    .select({
      plan: teams.plan,
      meteredBy: teams.meteredBy,
      planLimit: teams.planLimit,
      boost: teams.visitorBoost,
      until: teams.visitorBoostExpiresAt,
    })
    .from(teams)
    .where(eq(teams.id, scope.teamId))
  return row
}

const inDays = ({ clock }: World, days: number) =>
  new Date(clock.now().getTime() + days * dayMillis)

test('a new organization is on Free as the catalogue has it', async () => {
  const world = await createWorld()
  const team = await world.team()

  const free = findPlan('free')

  expect(await planColumns(world, team)).toMatchObject({
    plan: free?.id,
    meteredBy: free?.meteredBy,
    planLimit: free?.visitorLimit,
  })
})

test('a plan brings its limit and what it is measured by, for this team alone', async () => {
  const world = await createWorld()
  const [team, other] = [await world.team(), await world.team()]

  await setPlan(world.services, team.scope, { planId: 'genius-shopify' })

  expect(await planColumns(world, team)).toMatchObject({
    plan: 'genius-shopify',
    meteredBy: 'impressions',
    planLimit: 100_000,
  })
  expect(await planColumns(world, other)).toMatchObject({ plan: 'free', planLimit: 1_000 })
})

test('a plan can be measured in another unit when set explicitly', async () => {
  const world = await createWorld()
  const team = await world.team()

  await setPlan(world.services, team.scope, { planId: 'plus', meteredBy: 'impressions' })

  expect(await planColumns(world, team)).toMatchObject({ planLimit: 30_000 })
})

test.each([
  ['an unknown plan', { planId: 'gold' }],
  [
    'a limit that is not known',
    { planId: 'free-special-shopify', meteredBy: 'impressions' as const },
  ],
])('%s is refused and changes nothing', async (_case, wanted) => {
  const world = await createWorld()
  const team = await world.team()

  const attempt = setPlan(world.services, team.scope, wanted)

  await expect(attempt).rejects.toMatchObject({ code: 'invalid' })
  expect(await planColumns(world, team)).toMatchObject({ plan: 'free', meteredBy: 'visitors' })
})

test('a second boost adds its units, and both last until the later time', async () => {
  const world = await createWorld()
  const team = await world.team()

  await addBoost(world.services, team.scope, { units: 500, expiresAt: inDays(world, 10) })
  await addBoost(world.services, team.scope, { units: 200, expiresAt: inDays(world, 3) })

  expect(await readMeter(world.services, team.scope)).toMatchObject({
    allowance: 1_700,
    boost: { units: 700, expiresAt: inDays(world, 10) },
  })
})

test('a boost after an expired one adds only its own units', async () => {
  const world = await createWorld()
  const team = await world.team()
  await addBoost(world.services, team.scope, { units: 500, expiresAt: inDays(world, 1) })
  world.clock.advance(dayMillis)
  const between = await readMeter(world.services, team.scope)

  await addBoost(world.services, team.scope, { units: 200, expiresAt: inDays(world, 1) })

  expect(between).toMatchObject({ allowance: 1_000, boost: null })
  expect(await readMeter(world.services, team.scope)).toMatchObject({ allowance: 1_200 })
})

test.each([
  ['of nothing', 0, 1],
  ['of half a visitor', 0.5, 1],
  ['that would take away', -5, 1],
  ['that is over', 100, 0],
])('a boost %s is refused', async (_case, units, days) => {
  const world = await createWorld()
  const team = await world.team()

  const attempt = addBoost(world.services, team.scope, { units, expiresAt: inDays(world, days) })

  await expect(attempt).rejects.toMatchObject({ code: 'invalid' })
})

test('the meter shows the usage, by site, and the expected usage of the month', async () => {
  const world = await createWorld()
  const team = await world.team()
  const [busy, calm] = [
    await world.site({ team, name: 'Busy', options: { holdout: 50 } }),
    await world.site({ team, name: 'Calm' }),
  ]
  const edge = await serveEdge(world.services)
  const people = Array.from({ length: 30 }, (_value, index) => ({
    'User-Agent': browser.replace('140.0.0.0', `140.0.0.${String(index)}`),
  }))
  for (const person of people) await edge.page(busy, person).report(visitEvent())
  for (const person of people.slice(0, 3))
    await edge.page(calm, person).report(visitEvent(), visitEvent())

  const early = await readMeter(world.services, team.scope)
  // The team was created on 2 March at 10:00, so its month has 29 days and 14 hours.
  world.clock.advance(10 * dayMillis)
  const later = await readMeter(world.services, team.scope)

  const [ofBusy, ofCalm] = early.sites
  expect(early.sites).toHaveLength(2)
  expect(ofCalm).toEqual({ uuid: calm.uuid, name: 'Calm', used: 3 })
  expect(ofBusy?.used).toBe(early.used - 3)
  expect(early.used).toBeLessThan(33)
  expect(early).toMatchObject({
    plan: 'free',
    meteredBy: 'visitors',
    allowance: 1_000,
    isLimitReached: false,
    percent: Math.floor(early.used / 10),
    reachedAt: null,
    forecast: null,
    renewsAt: new Date('2026-04-01T00:00:00Z'),
  })
  expect(later.forecast).toBe(Math.round((early.used * (29 * 24 + 14)) / 240))
})

test('impressions are split by site in the same way', async () => {
  const world = await createWorld()
  const site = await world.site()
  const idle = await world.site({ team: site.team })
  await setPlan(world.services, site.team.scope, { planId: 'free-shopify' })
  await storePurchase(world.services, site)
  await world.nudge(site)
  const page = (await serveEdge(world.services)).page(site)
  const payload = await page.payload()

  await page.report(visitEvent(), impressionEvent(payload), impressionEvent(payload))

  expect(await readMeter(world.services, site.team.scope)).toMatchObject({
    meteredBy: 'impressions',
    used: 2,
    allowance: 300,
    percent: 0,
    sites: [
      { uuid: site.uuid, used: 2 },
      { uuid: idle.uuid, used: 0 },
    ],
  })
})

test('99.9 percent are not 100, and what is used up says since when', async () => {
  const world = await createWorld()
  const team = await world.team()
  const limitReachedAt = inDays(world, 9)
  await world.services.db.system.insert(meters).values({
    teamId: team.scope.teamId,
    month: '2026-03-01',
    meteredBy: 'visitors',
    visitors: 999,
    impressions: 0,
    allowance: 1_000,
    granted: 0,
  })
  world.clock.advance(20 * dayMillis)
  const before = await readMeter(world.services, team.scope)

  await world.services.db.system.update(meters).set({ visitors: 1_000, limitReachedAt })

  expect(before).toMatchObject({ percent: 99, isLimitReached: false, reachedAt: null })
  const after = await readMeter(world.services, team.scope)
  expect(after).toMatchObject({ percent: 100, isLimitReached: true, reachedAt: limitReachedAt })
  // Usage without a limit, at the rate of the nine days before it was reached.
  expect(after.forecast).toBe(Math.round((1_000 * (29 * 24 + 14)) / (9 * 24)))
})

test('without a limit there is no percent, and before the first visit all is zero', async () => {
  const world = await createWorld()
  const team = await world.team()
  await setPlan(world.services, team.scope, { planId: 'plus' })

  expect(await readMeter(world.services, team.scope)).toMatchObject({
    used: 0,
    allowance: null,
    percent: null,
    isLimitReached: false,
    sites: [],
  })
})

/** Runs a command on the world's services. */
async function run({ services }: World, ...words: string[]) {
  const output = { out: '', err: '' }
  const code = await runCommandLine(words, {
    commands,
    backups: noBackups,
    explain: () => null,
    terminal: { out: (text) => (output.out += text), err: (text) => (output.err += text) },
    open: () =>
      Promise.resolve({
        services,
        close: () => Promise.resolve(),
        countPendingMigrations: () => Promise.resolve(0),
        isComplete: () => true,
      }),
  })
  return { code, ...output }
}

const slugOf = async ({ services }: World, { scope }: TestTeam) => {
  const [row] = await services.db.system
    .select({ slug: teams.slug })
    .from(teams)
    .where(eq(teams.id, scope.teamId))
  return row?.slug ?? ''
}

test('set-plan and add-boost accept the slug or the number and print the new limit', async () => {
  const world = await createWorld()
  const team = await world.team()
  const until = '2026-03-20T00:00:00Z'

  const named = await run(
    ...[world, 'set-plan', '--team', await slugOf(world, team)],
    ...['--plan', 'agency', '--billing', 'impressions', '--json'],
  )
  const numbered = await run(
    ...[world, 'add-boost', '--team', String(team.scope.teamId)],
    ...['--units', '5000', '--until', until],
  )

  expect(JSON.parse(named.out)).toEqual({
    plan: 'agency',
    billing: 'impressions',
    limit: 300_000,
    boost: null,
    used: 0,
    limitReached: false,
    paused: [],
  })
  expect(numbered).toMatchObject({ code: 0, err: '' })
  expect(numbered.out).toContain('305000 impressions a month')
  expect(await planColumns(world, team)).toEqual({
    plan: 'agency',
    meteredBy: 'impressions',
    planLimit: 300_000,
    boost: 5_000,
    until: new Date(until),
  })
})

test('set-plan sets the members and sites that an organization can have, and keeps them', async () => {
  const world = await createWorld()
  const team = await world.team()
  const set = async (...options: string[]) => {
    const words = ['set-plan', '--team', String(team.scope.teamId), '--plan', 'lite', ...options]
    expect(await run(world, ...words)).toMatchObject({ code: 0, err: '' })
    const [row] = await world.services.db.system
      .select({ members: teams.memberLimit, overrides: teams.planOverrides })
      .from(teams)
    return row
  }

  const given = { members: 5, overrides: { memberLimit: 5, siteLimit: 2 } }
  expect(await set('--members', '5', '--sites', '2')).toEqual(given)
  expect(await set()).toEqual(given)
  expect(await set('--members', 'plan')).toEqual({ members: null, overrides: { siteLimit: 2 } })
})

test.each([
  [
    ['set-plan', '--team', '1', '--plan', 'lite', '--members', '0'],
    '--members: Use a whole number',
  ],
  [['set-plan', '--team', 'nobody', '--plan', 'lite'], 'Organization not found: nobody'],
  [['set-plan', '--team', '1', '--plan', 'gold'], '--plan: Choose from free,'],
  [['set-plan', '--team', '1', '--plan', 'lite', '--billing', 'x'], '--billing: Choose from'],
  [['add-boost', '--team', '1', '--units', 'many', '--until', '2026-03-20T00:00:00Z'], '--units:'],
  [['add-boost', '--team', '1', '--units', '5', '--until', 'soon'], '--until: Enter a time'],
])('%j is refused with the reason', async (words, reason) => {
  const world = await createWorld()
  const team = await world.team()

  const { code, err } = await run(world, ...words)

  expect(code).toBe(1)
  expect(err).toContain(reason)
  expect(await planColumns(world, team)).toMatchObject({ plan: 'free', boost: 0 })
})
