/** Screens about plans: the comparison with the team’s own months, and gates that lead there. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { meters, teams, visitorDays } from '#app/db/schema/index.ts'
import { readPlanComparison } from '#app/presenters/billing/plan-comparison.server.ts'
import type { TestSite } from '../../support/makers.ts'
import { setPlan } from '../../support/plans/set-plan.ts'
import { createWorld, type World } from '../../support/world.ts'

/** The clock says 2 March 2026. */
const months = ['2025-12-01', '2026-01-01', '2026-02-01'] as const

async function storeMonths({ services }: World, { scope }: TestSite, counts: readonly number[]) {
  const { system } = services.db
  const { teamId, siteId } = scope
  await system
    .update(teams)
    .set({ createdAt: new Date('2025-11-20') })
    .where(eq(teams.id, teamId))
  for (const [index, visitors] of counts.entries()) {
    const month = months[index] ?? ''
    await system.insert(meters).values({
      teamId,
      month,
      visitors,
      impressions: 0,
      meteredBy: 'visitors',
      granted: 0,
    })
    const day = (name: string) => month.slice(0, 8) + name
    await system.insert(visitorDays).values([
      {
        siteId,
        teamId,
        day: day('05'),
        hour: 0,
        arm: 'shown',
        visitors: visitors / 2,
        converters: 0,
      },
      {
        siteId,
        teamId,
        day: day('17'),
        hour: 0,
        arm: 'none',
        visitors: visitors / 2,
        converters: 0,
      },
      // Visitors in the holdout group aren't billed.
      { siteId, teamId, day: day('06'), hour: 0, arm: 'holdout', visitors: 5_000, converters: 0 },
    ])
  }
}

/** Plans for organizations that pay by card. */
const byCard = { freePlanId: 'free', plansOf: 'card' } as const

test('plans are compared with the last three complete months of the team', async () => {
  const world = await createWorld()
  const site = await world.site()
  await storeMonths(world, site, [400, 1_800, 16_000])

  const compared = await readPlanComparison(world.services, site.team.scope, byCard)

  const planOf = (id: string) => compared.plans.find((plan) => plan.id === id)
  expect(compared.months).toEqual(months)
  expect(planOf('free')?.months?.map(({ outcome, reachedOn }) => [outcome, reachedOn])).toEqual([
    ['covered', null],
    ['reached', '2026-01-17'],
    ['reached', '2026-02-05'],
  ])
  expect(planOf('lite')?.months?.[2]?.reachedOn).toBe('2026-02-17')
  expect(planOf('plus')).toMatchObject({ fits: true, billedCents: 8_700 })
  expect(compared.recommended).toBe('plus')
  expect(compared.plans.map(({ id }) => id)).toEqual([
    ...['free', 'lite', 'plus', 'genius', 'agency', 'enterprise'],
  ])

  const { fetch } = await world.serve()
  const page = await fetch('/billing', { headers: { Cookie: site.owner.cookie } })
  const text = (await page.text()).replaceAll('<!-- -->', '')
  expect(text).toContain('Plus is the cheapest plan that covers your last three months')
  expect(text).toContain('Limit reached on Jan 17')
})

test('a team without three complete months has the plan of its last 30 days', async () => {
  const world = await createWorld()
  const site = await world.site()
  await storeMonths(world, site, [400, 1_800, 16_000])
  await world.services.db.system
    .update(teams)
    .set({ createdAt: new Date('2025-12-02') })
    .where(eq(teams.id, site.team.scope.teamId))

  const compared = await readPlanComparison(world.services, site.team.scope, byCard)

  // Those of the holdout group don't count.
  expect(compared.recent).toMatchObject({ used: 16_000, estimate: 16_000, gap: null })
  expect(compared).toMatchObject({ months: null, recommended: 'plus' })
})

/** Two presses: the account's menu or, on phones, the only one, and its entry. */
async function openFromHome(world: World, { owner }: TestSite) {
  const { fetch } = await world.serve()
  const open = async (path: string) => {
    const page = await fetch(path, { headers: { Cookie: owner.cookie } })
    return (await page.text()).replaceAll('<!-- -->', '')
  }
  expect((await open('/')).match(/<a class="menu-entry"[^>]*href="\/billing"/g)).toHaveLength(2)
  return open('/billing')
}

test('which plan is needed is the first answer of Billing, two presses from home', async () => {
  const world = await createWorld()
  const site = await world.site()
  await storeMonths(world, site, [0, 0, 1_240])
  await world.services.db.system
    .update(teams)
    .set({ createdAt: new Date('2026-01-10') })
    .where(eq(teams.id, site.team.scope.teamId))

  const text = await openFromHome(world, site)

  expect(text).toContain('You had 1,240 visitors in the last 30 days.')
  expect(text).toContain(
    'Lite is the cheapest plan that covers your last 30 days and everything you use.',
  )
  expect(text.indexOf('Which plan do you need?')).toBeLessThan(text.indexOf('Free plan'))
  expect(text).toMatch(/1,240 of 1,000 visitors[\s\S]*Limit reached[\s\S]*1,240 of 10,000 visitors/)
  // For whom each is.
  expect(text).toContain('For the first nudges on a small shop.')
  expect(text).toContain('For a busy shop whose traffic is hard to predict.')
})

test('without use Billing names no plan', async () => {
  const world = await createWorld()
  const site = await world.site()

  const text = await openFromHome(world, site)

  expect(text).toContain('There’s too little usage to show which plan you need.')
  expect(text).toContain('You had no visitors in the last 30 days.')
  expect(text).not.toContain('Fits your usage')
})

test('a cheaper plan lists what it would pause, except settings that were never changed', async () => {
  const world = await createWorld()
  const site = await world.site({ name: 'Kettles', options: { branding: false } })
  const plain = await world.site()
  await setPlan(world.services, site.team.scope, { planId: 'genius' })
  await setPlan(world.services, plain.team.scope, { planId: 'genius' })
  const pausesOn = async ({ team }: TestSite, id: string) =>
    (await readPlanComparison(world.services, team.scope, byCard)).plans.find(
      (plan) => plan.id === id,
    )?.pauses

  expect(await pausesOn(site, 'plus')).toEqual(['Sites whose nudges change their look: Kettles.'])
  expect(await pausesOn(site, 'agency')).toEqual([])
  expect(await pausesOn(plain, 'plus')).toEqual([])
})

test('screens that a plan lacks say so within the shell, and lead to the plans', async () => {
  const world = await createWorld()
  const { owner, team } = await world.site()
  const features = {
    analytics: false,
    'integrations.javascript': false,
    'integrations.rest_api': false,
    'integrations.vitals': false,
    'integrations.zapier': false,
  }
  await setPlan(world.services, team.scope, { planId: 'free', overrides: { features } })
  const { fetch } = await world.serve()

  for (const path of [
    ...['/statistics', '/statistics/nudges', '/statistics/speed'],
    ...['/integrations/javascript', '/integrations/rest_api'],
    ...['/integrations/vitals', '/integrations/zapier'],
  ]) {
    const response = await fetch(path, { headers: { Cookie: owner.cookie } })
    const text = await response.text()
    expect([path, response.status]).toEqual([path, 402])
    expect(text, path).toContain('Not on your plan')
    expect(text, path).toMatch(/href="\/billing"[^>]*>Compare plans/)
    expect(text, path).toContain('aria-label="Main"')
  }
})

test('another fault of such a screen is shown within the shell, in its one main part', async () => {
  const world = await createWorld()
  const { owner } = await world.site()
  const { fetch } = await world.serve()

  for (const path of ['/statistics', '/integrations/zapier']) {
    const response = await fetch(path, { method: 'POST', headers: { Cookie: owner.cookie } })
    const text = await response.text()
    expect([path, response.status]).toEqual([path, 405])
    expect(text, path).toContain('This page can’t be shown')
    expect(text, path).toContain('aria-label="Main"')
    expect(text.match(/<main\b/g), path).toHaveLength(1)
  }
})
