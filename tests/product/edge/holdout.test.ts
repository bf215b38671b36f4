/** Payloads of a site with a holdout group, and of one at its plan limit. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { meters, teams } from '#app/db/schema/index.ts'
import { monthOf } from '#app/lib/time.ts'
import { assignArm } from '#app/domain/allocation/assign-arm.ts'
import { findArm } from '#app/domain/events/find-arm.server.ts'
import { loader as openNudge } from '#app/routes/nudges/nudge.tsx'
import { browser, serveEdge } from '../../support/pages.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld } from '../../support/world.ts'

async function openShop(holdout: number) {
  const world = await createWorld()
  const site = await world.site({ options: { holdout } })
  await storePurchase(world.services, site)
  const nudge = await world.nudge(site)
  const edge = await serveEdge(world.services)
  const address = `${edge.baseUrl}/api/pixel/${site.uuid}`
  return {
    world,
    site,
    nudge,
    ask: async (visitor?: string, userAgent = browser) => {
      const query = visitor === undefined ? '' : `?visitor=${visitor}`
      const response = await fetch(address + query, { headers: { 'User-Agent': userAgent } })
      return { headers: response.headers, payload: (await response.json()) as PixelPayload }
    },
  }
}

const visitorName = (number: number) => `visitor-${String(number).padStart(20, '0')}`

test('the holdout group gets the same without nudges, and each visitor always gets the same', async () => {
  const { world, site, ask } = await openShop(50)
  const names = Array.from({ length: 100 }, (_value, number) => visitorName(number))

  const first = await Promise.all(names.map((name) => ask(name)))
  const again = await Promise.all(names.map((name) => ask(name, 'another browser')))

  const arms = await Promise.all(
    names.map(async (consentId) => {
      const facts = { siteUuid: site.uuid, consentId, address: '', userAgent: '' }
      return assignArm(
        await world.services.security.visitorKeys.of({ ...facts, at: new Date() }),
        50,
      )
    }),
  )
  const groups = first.map(({ payload }) => (payload.nudges.length > 0 ? 'shown' : 'holdout'))
  expect(groups).toEqual(arms)
  expect(new Set(groups).size).toBe(2)
  expect(again.map(({ payload }) => payload)).toEqual(first.map(({ payload }) => payload))
  const [shown] = first.filter(({ payload }) => payload.withheld === undefined)
  const [held] = first.filter(({ payload }) => payload.withheld === 'holdout')
  // Drawings, layouts and the script that shows them belong to nudges.
  const { drawings: _drawings, layouts: _layouts, script: _script, ...rest } = shown?.payload ?? {}
  expect(held?.payload).toEqual({ ...rest, nudges: [], withheld: 'holdout' })
  expect(held?.headers.get('etag')).not.toBe(shown?.headers.get('etag'))
})

test('without consent the address and the browser decide for the day', async () => {
  const { ask } = await openShop(50)
  const browsers = Array.from({ length: 60 }, (_value, number) => `${browser} ${String(number)}`)
  const askAll = () =>
    Promise.all(browsers.map(async (name) => (await ask(undefined, name)).payload.withheld))

  const first = await askAll()

  expect(new Set(first)).toEqual(new Set([undefined, 'holdout']))
  expect(await askAll()).toEqual(first)
})

test('an owner’s browser has the same arm on our screens as on the shop’s pages', async () => {
  const { world, site, ask } = await openShop(50)
  const longest = 'x'.repeat(600)
  const agents = Array.from({ length: 40 }, (_value, number) => `${browser} ${String(number)}`)
  const facts = { address: '127.0.0.1' }

  for (const userAgent of [...agents, `${browser} ${longest}`]) {
    const { payload } = await ask(undefined, userAgent)
    const arm = await findArm(world.services, site.scope, { ...facts, userAgent })
    expect(arm).toBe(payload.withheld ?? 'shown')
  }
  const { scope } = await world.site({ options: { holdout: 0 } })
  expect(await findArm(world.services, scope, { ...facts, userAgent: browser })).toBe('none')
})

test('the checks of a nudge name the arm of the browser that asks', async () => {
  const { world, site, nudge } = await openShop(50)
  const agents = Array.from({ length: 12 }, (_value, number) => `${browser} ${String(number)}`)
  const sentences = new Set<string>()
  for (const userAgent of agents) {
    const args = world.visit(`/nudges/${nudge.uuid}`, {
      as: site.owner,
      params: { id: nudge.uuid },
      headers: { 'User-Agent': userAgent },
    })
    const { ladder } = await openNudge(args)
    const { clientAddress: address } = args.context
    const arm = await findArm(world.services, site.scope, { address, userAgent })
    const sentence = ladder.find(({ rung }) => rung === 'holdout')?.sentence ?? ''
    expect(sentence.includes('Your browser is one of them today')).toBe(arm === 'holdout')
    sentences.add(sentence)
  }
  expect(sentences.size).toBe(2)
})

test('a response that depends on the visitor is cached only by their browser', async () => {
  const measured = await openShop(10)
  const { headers } = await measured.ask()
  expect(headers.get('cache-control')).toBe('private, max-age=10')

  const plain = await openShop(0)
  const answers = await Promise.all([plain.ask(), plain.ask(visitorName(1)), plain.ask('<script>')])

  expect(answers.map(({ payload }) => payload.nudges.length)).toEqual([1, 1, 1])
  for (const answer of answers) {
    expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=10, /)
  }
})

test('when the plan is used up nothing is shown, until there is more of it', async () => {
  const { world, site, ask } = await openShop(50)
  const { db, siteCache, now } = world.services
  const { teamId } = site.scope
  await db.system.insert(meters).values({
    teamId,
    month: monthOf(now()),
    meteredBy: 'visitors' as const,
    visitors: 1_000,
    impressions: 0,
    allowance: 1_000,
    granted: 0,
    limitReachedAt: now(),
  })
  siteCache.invalidate(site.uuid)

  const used = await ask(visitorName(1))
  await db.system.update(teams).set({ planLimit: 2_000 }).where(eq(teams.id, teamId))
  siteCache.invalidate(site.uuid)
  const raised = await ask(visitorName(1))

  expect(used.payload).toMatchObject({ nudges: [], withheld: 'plan_limit' })
  expect(used.headers.get('cache-control')).toMatch(/^public/)
  expect(raised.payload.withheld).not.toBe('plan_limit')
})
