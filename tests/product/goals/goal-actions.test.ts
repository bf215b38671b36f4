/** Goals by click or form: what pages receive, and what counts. */
import { expect, test } from 'vitest'
import type { GoalInput } from '#app/contract/goals.ts'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { goalConversions } from '#app/db/schema/index.ts'
import { createGoal, updateGoal } from '#app/domain/goals/goals.server.ts'
import { setPaused } from '#app/domain/sites/settings.server.ts'
import { browser, newEventId, serveEdge } from '../../support/pages.ts'
import { createWorld } from '../../support/world.ts'

const clicked: GoalInput = {
  kind: 'click',
  name: 'Added to cart',
  selector: '.add',
  is_repeatable: false,
  is_active: true,
}

async function openShop(holdout = 0) {
  const world = await createWorld()
  const site = await world.site({ options: { holdout } })
  const edge = await serveEdge(world.services)
  const page = edge.page(site)
  return {
    world,
    services: world.services,
    site,
    page,
    shown: async () => (await page.payload()).goals,
    payloadFor: async (visitor: number) => {
      const name = `visitor-${String(visitor).padStart(20, '0')}`
      const address = `${edge.baseUrl}/api/pixel/${site.uuid}?visitor=${name}`
      const response = await fetch(address, { headers: { 'User-Agent': browser } })
      return (await response.json()) as PixelPayload
    },
    hits: () => world.services.db.system.select().from(goalConversions),
  }
}

test('pages get click and form goals as soon as a goal is created, changed and turned off', async () => {
  const { services, site, shown: servedGoals } = await openShop()
  await createGoal(services, site.scope, { ...clicked, kind: 'js' })

  expect(await servedGoals()).toBeUndefined()
  const { uuid } = await createGoal(services, site.scope, clicked)
  expect(await servedGoals()).toEqual([{ goal: uuid, on: 'click', selector: '.add' }])
  const form = await createGoal(services, site.scope, { ...clicked, kind: 'form', selector: '#a' })
  await updateGoal(services, site.scope, { uuid, change: { selector: '.buy' } })
  expect(await servedGoals()).toEqual([
    { goal: uuid, on: 'click', selector: '.buy' },
    { goal: form.uuid, on: 'submit', selector: '#a' },
  ])
  await updateGoal(services, site.scope, { uuid, change: { is_active: false } })

  expect(await servedGoals()).toEqual([{ goal: form.uuid, on: 'submit', selector: '#a' }])
})

test('visitors who are shown nothing get the goals too, or nothing could be compared', async () => {
  const { services, site, payloadFor, shown: servedGoals } = await openShop(50)
  const { uuid } = await createGoal(services, site.scope, clicked)

  const payloads = await Promise.all(
    Array.from({ length: 40 }, (_none, number) => payloadFor(number)),
  )
  await setPaused(services, site.scope, true)

  const goals = [{ goal: uuid, on: 'click', selector: '.add' }]
  expect(new Set(payloads.map(({ withheld }) => withheld))).toEqual(new Set([undefined, 'holdout']))
  expect(payloads.map((payload) => payload.goals)).toEqual(payloads.map(() => goals))
  expect(await servedGoals()).toEqual(goals)
})

test('a page’s report counts once for each visitor, and the server can’t report the goal', async () => {
  const { world, services, site, page, hits } = await openShop()
  const { uuid } = await createGoal(services, site.scope, clicked)
  const token = await world.token(site.team)
  const { fetch: ask } = await world.serve()
  const reached = () => ({ type: 'goal', id: newEventId(), page: '/', goal: uuid })

  const first = await page.report(reached())
  const again = await page.report(reached())
  const servedGoals = await ask(`/api/v1/sites/${site.uuid}/goals/${uuid}/conversions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ id: 'a' }),
  })

  expect([first[0]?.outcome, again[0]?.outcome]).toEqual(['accepted', 'duplicate'])
  expect(servedGoals.status).toBe(409)
  expect(await hits()).toMatchObject([{ source: 'pixel' }])
})
