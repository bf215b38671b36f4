/** Looking first: a made-up order is drawn in the wizard, and has no way to a visitor. */
import { expect, test } from 'vitest'
import { activities, claims, nudges } from '#app/db/schema/index.ts'
import { dayMillis } from '#app/lib/time.ts'
import { action, loader } from '#app/routes/onboarding/onboarding.tsx'
import type { TestUser } from '../../support/makers.ts'
import { serveEdge } from '../../support/pages.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld, type World } from '../../support/world.ts'

const show = async (world: World, as: TestUser) => {
  const view = await loader(world.visit('/onboarding?step=nudge&from=sample', { as }))
  if (!('choices' in view)) throw new Error('Another step is shown.')
  return view
}

const send = (world: World, as: TestUser, form: Record<string, string>) =>
  action(world.visit('/onboarding', { as, form }))

test('a sample stores nothing, and publishing without real orders shows visitors nothing', async () => {
  const world = await createWorld()
  const site = await world.site()
  const count = () =>
    Promise.all([activities, nudges, claims].map((table) => world.services.db.system.$count(table)))

  const { pictures, choices } = await show(world, site.owner)
  const sample = pictures?.nudges.find(({ id }) => id === 'purchase')?.items[0]

  expect(sample?.title).toMatch(/\w/)
  expect(choices[0]).toMatchObject({ type: 'purchase', isExample: true })
  expect(await count()).toEqual([0, 0, 0])

  await send(world, site.owner, { intent: 'publish', goal: 'none' })
  const edge = await serveEdge(world.services)
  const payload = await edge.page(site).payload()

  // It is live, and without an item: the sample is no activity that it could have shown.
  expect(payload.nudges.flatMap(({ items }) => items)).toEqual([])
  expect(JSON.stringify(payload)).not.toContain(sample?.title)
  expect((await count())[0]).toBe(0)
})

test('the first real order replaces the sample', async () => {
  const world = await createWorld()
  const site = await world.site()
  await storePurchase(world.services, site)

  const { pictures, choices } = await show(world, site.owner)

  expect(choices[0]).toMatchObject({ type: 'purchase', isExample: false })
  expect(pictures?.nudges.find(({ id }) => id === 'purchase')?.items).toHaveLength(1)
})

test('orders that are too old to show are called that, and not missing', async () => {
  const world = await createWorld()
  const site = await world.site()
  const at = world.clock.now().getTime()
  expect(await show(world, site.owner)).toMatchObject({ hasOldOrders: false })

  await storePurchase(world.services, site, { occurredAt: new Date(at - 8 * dayMillis) })
  expect(await show(world, site.owner)).toMatchObject({ hasOldOrders: true })

  await storePurchase(world.services, site, { occurredAt: new Date(at - 6 * dayMillis) })
  expect(await show(world, site.owner)).toMatchObject({ hasOldOrders: false })
})
