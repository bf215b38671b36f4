/** Looking first: a made-up order is drawn in the wizard, and has no way to a visitor. */
import { expect, test } from 'vitest'
import { activities, claims, nudges } from '#app/db/schema/index.ts'
import { dayMillis } from '#app/lib/time.ts'
import { action, loader } from '#app/routes/onboarding/onboarding.tsx'
import type { TestUser } from '../../support/makers.ts'
import { serveEdge } from '../../support/pages.ts'
import { storePurchase } from '../../support/purchases.ts'
import { eventRow, store } from '../../support/stored-events.ts'
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

const showPublish = async (world: World, as: TestUser) => {
  const view = await loader(world.visit('/onboarding?step=publish', { as }))
  if (!('holdout' in view)) throw new Error('Another step is shown.')
  return view
}

test('a nudge without orders waits for the first one, before and after publishing, until it shows', async () => {
  const world = await createWorld()
  const site = await world.site()
  await send(world, site.owner, { intent: 'choose', type: 'purchase' })
  const waiting = {
    awaited: { kind: 'purchase', isOneEnough: true, hasOlder: false, isAutomatic: false },
    example: { nudges: [{ type: 'purchase' }] },
    instead: { type: 'custom', name: 'Custom message' },
  }

  const draft = await showPublish(world, site.owner)
  await send(world, site.owner, { intent: 'publish', goal: 'none' })
  const published = await showPublish(world, site.owner)
  await storePurchase(world.services, site)
  const live = await showPublish(world, site.owner)

  expect(draft).toMatchObject({ nudge: { isPublished: false }, awaiting: waiting })
  expect(published).toMatchObject({ nudge: { isPublished: true }, awaiting: waiting })
  expect(live).toMatchObject({ awaiting: null, payload: { nudges: [{ type: 'purchase' }] } })
})

test('orders that are too old or not approved are counted for what they are', async () => {
  const world = await createWorld()
  const site = await world.site()
  await send(world, site.owner, { intent: 'choose', type: 'purchase' })
  const old = new Date(world.clock.now().getTime() - 8 * dayMillis)
  await storePurchase(world.services, site, { occurredAt: old })
  await storePurchase(world.services, site, { approval: 'quarantined' })

  const { awaiting } = await showPublish(world, site.owner)

  expect(awaiting?.awaited).toMatchObject({ hasOlder: true, unapproved: 1, isOneEnough: true })
})

test('a count states what it lacks, and a type with data is offered instead', async () => {
  const world = await createWorld()
  const site = await world.site()
  await send(world, site.owner, { intent: 'choose', type: 'purchases' })
  await storePurchase(world.services, site)

  const { awaiting } = await showPublish(world, site.owner)

  expect(awaiting?.awaited.isOneEnough).toBe(false)
  expect(awaiting?.awaited.missing).toMatch(/needs at least|for all of/)
  expect(awaiting?.instead).toMatchObject({ type: 'purchase' })
})

test('a message that its owner wrote waits for nothing', async () => {
  const world = await createWorld()
  const site = await world.site()
  await send(world, site.owner, { intent: 'choose', type: 'custom' })
  const [nudge] = await world.services.db.system.select().from(nudges)
  const unwritten = await showPublish(world, site.owner)
  const written = { intent: 'write', title: 'Good to know', text: 'We pack every parcel by hand.' }
  await action(
    world.visit(`/onboarding?step=publish&nudge=${nudge?.uuid ?? ''}`, {
      as: site.owner,
      form: written,
    }),
  )

  expect(unwritten.awaiting).toBeNull()
  expect((await showPublish(world, site.owner)).awaiting).toBeNull()
})

test('the goal of orders is suggested only where something reports them', async () => {
  const world = await createWorld()
  const site = await world.site()
  const suggested = async () => (await showPublish(world, site.owner)).reportsOrders
  await send(world, site.owner, { intent: 'choose', type: 'custom' })
  expect(await suggested()).toBe(false)

  await storePurchase(world.services, site, { source: 'import' })
  await storePurchase(world.services, site, { source: 'pixel' })
  expect(await suggested()).toBe(false)

  await storePurchase(world.services, site, { source: 'rest_api' })
  expect(await suggested()).toBe(true)
})

test('a nudge that only pages feed is drawn as an example, and names what they lack', async () => {
  const world = await createWorld()
  const site = await world.site()
  await send(world, site.owner, { intent: 'choose', type: 'stock_level' })

  const waiting = await showPublish(world, site.owner)
  await store(world.services, [
    eventRow(site, { type: 'product_view', receivedAt: world.clock.now(), page: '/mug' }),
  ])
  const fed = await showPublish(world, site.owner)

  expect(waiting).toMatchObject({
    awaiting: { awaited: { page: 'stock' }, example: { nudges: [{ type: 'stock_level' }] } },
  })
  expect(fed.awaiting).toBeNull()
})
