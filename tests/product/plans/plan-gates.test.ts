/** Gates of plans, asked through the product: what is refused, what pauses, and what continues. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runCommandLine } from '#app/cli/command-line.ts'
import { commands } from '#app/cli/commands.server.ts'
import { inlineNudgeTypes } from '#app/domain/nudges/types/registry.ts'
import { planChanges, teams } from '#app/db/schema/index.ts'
import { beginImport } from '#app/domain/imports/imports.server.ts'
import { createNudge } from '#app/domain/nudges/editing/drafts.server.ts'
import { inlineTypes, type FeatureFlag } from '#app/domain/plans/feature-flags.ts'
import { gateSentence } from '#app/domain/plans/gate-text.ts'
import { addFeed } from '#app/domain/products/feeds.server.ts'
import { compilePayload } from '#app/domain/serving/payload.server.ts'
import { createSite } from '#app/domain/sites/sites.server.ts'
import { noBackups } from '../../support/commands/no-backups.ts'
import type { TestSite } from '../../support/makers.ts'
import { setPlan } from '../../support/plans/set-plan.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld, type World } from '../../support/world.ts'

const withhold = ({ services }: World, { team }: TestSite, ...flags: FeatureFlag[]) =>
  setPlan(services, team.scope, {
    planId: 'enterprise',
    overrides: { features: Object.fromEntries(flags.map((flag) => [flag, false])) },
  })

const refusal = gateSentence('')

test('the inline types of plans are those that exist', () => {
  expect([...inlineTypes].sort()).toEqual([...inlineNudgeTypes].sort())
})

test('a type beyond the plan can’t be created', async () => {
  const world = await createWorld()
  const site = await world.site()
  await withhold(world, site, 'nudges.discount')
  const begun = { type: 'discount', surface: 'popup', name: 'Sale', userId: site.owner.id } as const

  await expect(createNudge(world.services, site.scope, begun)).rejects.toMatchObject({
    code: 'invalid',
    details: { errors: { '': [refusal] } },
  })
  const inline = { ...begun, surface: 'inline' } as const
  expect(await createNudge(world.services, site.scope, inline)).toMatch(/^[0-9a-f-]{36}$/)
})

test('a live nudge beyond the plan pauses, and shows again on a plan that has it', async () => {
  const world = await createWorld()
  const site = await world.site()
  await world.nudge(site)
  await storePurchase(world.services, site)
  const shown = async () => {
    const { db, log, now, config } = world.services
    const parts = { db, log, now, appUrl: config.appUrl }
    const input = { withheld: undefined, counts: undefined }
    const payload = await compilePayload(parts, site.scope, input)
    return {
      nudges: payload?.nudges.length,
      unshown: payload?.unshown?.map(({ reason }) => reason),
    }
  }

  const before = await shown()
  await withhold(world, site, 'nudges.purchase')
  const during = await shown()
  await setPlan(world.services, site.team.scope, { planId: 'enterprise', overrides: {} })

  expect(before).toEqual({ nudges: 1, unshown: undefined })
  expect(during).toEqual({ nudges: 0, unshown: ['plan_limit'] })
  expect(await shown()).toEqual(before)
})

test('imports and product feeds are refused without data feeds', async () => {
  const world = await createWorld()
  const { services } = world
  const site = await world.site()
  await withhold(world, site, 'datafeed')
  const file = { kind: 'purchase', fileName: 'a.csv', bytes: Buffer.from('id\n1\n') } as const

  await expect(
    beginImport(services, site.scope, { ...file, userId: site.owner.id }),
  ).rejects.toMatchObject({ details: { errors: { '': [refusal] } } })
  await expect(addFeed(services, site.scope, 'https://shop.example/feed')).rejects.toMatchObject({
    details: { errors: { '': [refusal] } },
  })
})

test.each<[FeatureFlag, string, RequestInit]>([
  ['analytics', 'statistics?from=2026-03-01&to=2026-03-01', {}],
  ['integrations.rest_api', 'activities', { method: 'POST', body: '{}' }],
  ['integrations.rest_api', 'reviews', { method: 'POST', body: '{}' }],
  ['integrations.rest_api', 'products', { method: 'POST', body: '{}' }],
])('without %s the REST API answers 402 at %s', async (flag, path, init) => {
  const world = await createWorld()
  const site = await world.site()
  const token = await world.token(site.team)
  const { fetch } = await world.serve()
  const ask = async () => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const address = `/api/v1/sites/${site.scope.siteUuid}/${path}`
    const response = await fetch(address, { ...init, headers })
    return { status: response.status, body: (await response.json()) as { message?: string } }
  }

  const before = await ask()
  await withhold(world, site, flag)
  const after = await ask()

  expect(before.status).not.toBe(402)
  expect(after).toMatchObject({ status: 402, body: { message: refusal } })
})

test('statistics answer 402 and name the gate', async () => {
  const world = await createWorld()
  const site = await world.site()
  await withhold(world, site, 'analytics')
  const { fetch } = await world.serve()

  const response = await fetch('/statistics', { headers: { Cookie: site.owner.cookie } })

  expect(response.status).toBe(402)
  expect(await response.text()).toContain(refusal)
})

test('a site beyond the plan’s number is refused, also when two are added at the same time', async () => {
  const world = await createWorld()
  const site = await world.site()
  await setPlan(world.services, site.team.scope, { planId: 'plus', overrides: { siteLimit: 2 } })
  const by = { team: site.team.scope, userId: site.owner.id }
  const add = (name: string) =>
    createSite(world.services, by, { name, url: `https://${name}.example` })

  const results = await Promise.allSettled([add('one'), add('two')])

  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: {
      details: { errors: { '': ['Your plan includes 2 sites. Upgrade to add another.'] } },
    },
  })
})

const runPlan = async ({ services }: World, site: TestSite, ...options: string[]) => {
  let printed = ''
  const status = await runCommandLine(
    ['set-plan', '--team', String(site.team.scope.teamId), ...options, '--json'],
    {
      commands,
      backups: noBackups,
      explain: () => null,
      terminal: { out: (text) => (printed += text), err: (text) => (printed += text) },
      open: () =>
        Promise.resolve({
          services,
          close: () => Promise.resolve(),
          countPendingMigrations: () => Promise.resolve(0),
          isComplete: () => true,
        }),
    },
  )
  return { status, answer: JSON.parse(printed) as { paused?: string[] } }
}

test('the command says what pauses before and after, and each change is one fact', async () => {
  const world = await createWorld()
  const site = await world.site()
  await setPlan(world.services, site.team.scope, { planId: 'genius' })
  await world.nudge(site)
  const gate = ['--withhold', 'nudges.purchase']

  const dry = await runPlan(world, site, '--plan', 'free', ...gate, '--dry-run')
  const [unchanged] = await world.services.db.system
    .select({ plan: teams.plan })
    .from(teams)
    .where(eq(teams.id, site.team.scope.teamId))
  const done = await runPlan(world, site, '--plan', 'free', ...gate, '--reason', 'Asked for it.')
  await runPlan(world, site, '--plan', 'free')

  expect(unchanged?.plan).toBe('genius')
  expect(dry.answer.paused).toContainEqual(expect.stringMatching(/^Nudges that pause: /))
  expect(done.answer.paused).toEqual(dry.answer.paused)
  const facts = await world.services.db.system.select().from(planChanges).orderBy(planChanges.id)
  expect(
    facts.map(({ actor, fromPlan, toPlan, reason }) => [actor, fromPlan, toPlan, reason]),
  ).toEqual([
    ['staff', 'free', 'genius', 'For a test.'],
    ['staff', 'genius', 'free', 'Asked for it.'],
  ])
})
