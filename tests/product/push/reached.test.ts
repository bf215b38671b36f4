/** Goals count by one rule for a campaign and for its holdout group (docs/decisions/0034-push.md). */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { goalInput, type GoalInput } from '#app/contract/goals.ts'
import { goalConversions, goals } from '#app/db/schema/goals.ts'
import {
  pushCounts,
  pushOrders,
  pushRevenue,
  pushSubscriptions,
  pushWatches,
} from '#app/db/schema/push.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import type { Goal } from '#app/domain/goals/goal.ts'
import { countEventGoals } from '#app/domain/push/measuring/count-goals.server.ts'
import { browser } from '../../support/pages.ts'
import { openPushShop, shopIn, turnOn, type PushShop } from '../../support/push/push-world.ts'

const day = 24 * 3_600_000

const reachedOf = ({ uuid }: Goal, about: object = {}) => ({ do: 'reached', goal: uuid, ...about })

const addGoal = ({ world, site }: PushShop, about: Partial<GoalInput> = {}) =>
  createGoal(
    world.services,
    site.scope,
    goalInput.parse({ name: 'Order', kind: 'order', ...about }),
  )

/** One subscriber who gets campaigns, and one of the holdout group. */
async function openBothArms(delivery: Parameters<typeof openPushShop>[0] = {}) {
  const shop = await openPushShop({ holdout: 50, ...delivery })
  const both = [0xff, 0].map(async (byte) => {
    const subscriber = await shop.subscribe({ timeZone: 'UTC' })
    await shop.world.services.db.system
      .update(pushSubscriptions)
      .set({ draw: Buffer.alloc(16, byte) })
      .where(eq(pushSubscriptions.uuid, subscriber.id))
    return subscriber
  })
  const goal = await addGoal(shop, { name: 'Asked', kind: 'js' })
  return { shop, both: await Promise.all(both), reached: reachedOf(goal) }
}

/** Subscribers who reached a goal, by arm: the sum over all campaigns. */
async function convertedOf({ world }: PushShop) {
  const counts = await world.services.db.system.select().from(pushCounts)
  const sumOf = (isHeld: boolean) =>
    counts
      .filter(({ variant }) => (variant === 'holdout') === isHeld)
      .reduce((sum, { converted }) => sum + converted, 0)
  return { campaign: sumOf(false), holdout: sumOf(true) }
}

test('a scheduled campaign counts goals from its moment on, for a week', async () => {
  const { shop, both, reached } = await openBothArms()
  const { clock } = shop.world
  const sendAt = new Date(clock.now().getTime() + 10 * day).toISOString().slice(0, 16)
  await shop.start({ sendAt })
  await shop.send()
  const reachAll = async () => {
    for (const one of both) expect((await shop.change(one, reached)).status).toBe(200)
    return convertedOf(shop)
  }

  expect(await reachAll()).toEqual({ campaign: 0, holdout: 0 })
  clock.advance(18 * day)
  expect(await reachAll()).toEqual({ campaign: 0, holdout: 0 })
  clock.advance(-2 * day)
  // The campaign's message still waits to be sent. Its week began all the same.
  expect(await reachAll()).toEqual({ campaign: 1, holdout: 1 })
})

test('members of a campaign whose message was skipped by the cap count like the holdout group', async () => {
  const { shop, both, reached } = await openBothArms({ perDay: 1 })
  await shop.start()
  await shop.send()
  await shop.start()
  await shop.send()
  const [sent] = both
  expect(sent && shop.messagesOf(sent)).toHaveLength(1)

  for (const one of both) await shop.change(one, reached)
  for (const one of both) await shop.change(one, reached)

  expect(await convertedOf(shop)).toEqual({ campaign: 2, holdout: 2 })
})

/** Orders and amounts of campaigns. */
const revenueOf = ({ world }: PushShop) =>
  world.services.db.system
    .select({
      variant: pushRevenue.variant,
      currency: pushRevenue.currency,
      orders: pushRevenue.orders,
      cents: pushRevenue.cents,
    })
    .from(pushRevenue)
    .orderBy(pushRevenue.variant, pushRevenue.currency)

test('an order counts once, with its amount, for the campaign and for its holdout group', async () => {
  const { shop, both } = await openBothArms()
  const goal = await addGoal(shop)
  await shop.start()
  await shop.send()

  for (const [number, one] of both.entries()) {
    const order = reachedOf(goal, { order: `100${String(number)}`, value: 25.5, currency: 'EUR' })
    await shop.change(one, order)
    // The page with the thanks was opened again.
    await shop.change(one, order)
    await shop.change(one, reachedOf(goal, { order: `200${String(number)}`, value: 'much' }))
  }

  expect(await convertedOf(shop)).toEqual({ campaign: 1, holdout: 1 })
  expect(await revenueOf(shop)).toEqual([
    { variant: 'a', currency: '', orders: 1, cents: 0 },
    { variant: 'a', currency: 'EUR', orders: 1, cents: 2_550 },
    { variant: 'holdout', currency: '', orders: 1, cents: 0 },
    { variant: 'holdout', currency: 'EUR', orders: 1, cents: 2_550 },
  ])
})

test('a goal of another site, or one that is turned off, counts nothing', async () => {
  const { shop, both } = await openBothArms()
  const other = await shopIn(shop.world, shop.push)
  const foreign = await addGoal(other)
  const off = await addGoal(shop, { is_active: false })
  await shop.start()
  await shop.send()
  const [sent] = both
  if (!sent) throw new Error('No one subscribed.')

  const statuses = [
    await shop.change(sent, reachedOf(foreign, { order: '1' })),
    await shop.change(sent, reachedOf(off, { order: '2' })),
  ].map(({ status }) => status)

  expect(statuses).toEqual([200, 200])
  expect(await convertedOf(shop)).toEqual({ campaign: 0, holdout: 0 })
  expect(await revenueOf(shop)).toEqual([])
})

test('an order ends the reminder about the cart', async () => {
  const shop = await openPushShop()
  await turnOn(shop, 'abandoned_cart')
  const goal = await addGoal(shop)
  const one = await shop.subscribe({ kinds: ['abandoned_cart'] })
  await shop.change(one, { do: 'cart', products: ['shirt'], page: '/cart' })

  await shop.change(one, reachedOf(goal, { order: '1001' }))

  expect(await shop.world.services.db.system.$count(pushWatches)).toBe(0)
})

test('the browser of a subscriber gets the site’s goals by URL, and no others', async () => {
  const shop = await openPushShop()
  await addGoal(shop)
  await addGoal(shop, { name: 'Off', kind: 'url', match: 'exact', pattern: '/a', is_active: false })
  const { uuid } = await addGoal(shop, {
    name: 'Thanks',
    kind: 'url',
    match: 'starts_with',
    pattern: '/thanks',
  })

  const answer = await fetch(`${shop.baseUrl}/api/pixel/${shop.site.uuid}`)

  expect(await answer.json()).toMatchObject({
    push: { goals: [{ goal: uuid, match: 'starts_with', path: '/thanks' }] },
  })
})

test('goals that only events report count by the visitor’s id, once', async () => {
  const { shop, both } = await openBothArms()
  const { services, clock } = shop.world
  const ids = ['a2b1c9d8e7f6a5b4c3d2', 'b2b1c9d8e7f6a5b4c3d2']
  await addGoal(shop)
  await addGoal(shop, { name: 'Thanks', kind: 'url', match: 'exact', pattern: '/thanks' })
  for (const [number, one] of both.entries()) {
    // Consent to the id came after the subscription.
    await shop.change(one, { do: 'visit', page: '/', visitor: ids[number] })
  }
  await shop.start()
  await shop.send()
  await countEventGoals(services)
  clock.advance(1_000)
  const [visitor] = ids
  const page = '/thanks'
  const events = [
    { id: 'event-of-a-visitor-1', type: 'visit', page, visitor },
    {
      id: 'event-of-a-visitor-2',
      type: 'order',
      page,
      visitor,
      order: '1001',
      value: 40,
      currency: 'EUR',
    },
    { id: 'event-of-a-visitor-3', type: 'visit', page },
  ]
  const reported = await shop.post(
    `/api/pixel/${shop.site.uuid}/events`,
    { events },
    { 'User-Agent': browser },
  )
  expect(reported.status).toBe(200)
  clock.advance(1_000)

  await countEventGoals(services)
  await countEventGoals(services)

  expect(await convertedOf(shop)).toEqual({ campaign: 1, holdout: 0 })
  expect(await revenueOf(shop)).toEqual([
    { variant: 'a', currency: 'EUR', orders: 1, cents: 4_000 },
  ])
})

const visitor = 'a2b1c9d8e7f6a5b4c3d2'

/** A subscriber who consented to the pixel's id, with a reminder about the cart. */
async function openCart() {
  const shop = await openPushShop()
  await turnOn(shop, 'abandoned_cart')
  const goal = await addGoal(shop)
  const one = await shop.subscribe({ kinds: ['abandoned_cart'] })
  await shop.change(one, { do: 'visit', page: '/', visitor })
  const setCart = () => shop.change(one, { do: 'cart', products: ['shirt'], page: '/cart' })
  await setCart()
  await countEventGoals(shop.world.services)
  shop.world.clock.advance(1_000)
  return { shop, goal, one, setCart }
}

/** As the checkout of a shop system does. */
const reportOrder = ({ post, site }: PushShop, order = '1001') =>
  post(
    `/api/pixel/${site.uuid}/events`,
    {
      events: [
        {
          id: `order-${order.trim()}-of-a-visitor`,
          type: 'order',
          page: '/thanks',
          visitor,
          order,
        },
      ],
    },
    { 'User-Agent': browser },
  )

test('an order that the shop’s server reported before the checkout ends the reminder', async () => {
  const { shop } = await openCart()
  const { services, clock } = shop.world
  const { db } = services
  const [goal] = await db.system.select({ id: goals.id }).from(goals)
  await db.system.insert(goalConversions).values({
    ...shop.site.scope,
    goalId: goal?.id ?? 0,
    uniqueKey: 'order:1001',
    source: 'activity',
    reachedAt: clock.now(),
  })
  clock.advance(1_000)
  expect((await reportOrder(shop)).status).toBe(200)
  clock.advance(1_000)

  await countEventGoals(services)

  expect(await db.system.$count(pushWatches)).toBe(0)
})

test('a cart that was filled after the order keeps its reminder', async () => {
  const { shop, setCart } = await openCart()
  const { services, clock } = shop.world
  await reportOrder(shop)
  clock.advance(1_000)
  await setCart()

  await countEventGoals(services)

  expect(await services.db.system.$count(pushWatches)).toBe(1)
})

test('an order whose number has spaces around it in an event counts once', async () => {
  const { shop, goal, one } = await openCart()
  const { services, clock } = shop.world
  await shop.change(one, reachedOf(goal, { order: ' 1001' }))
  await reportOrder(shop, ' 1001')
  clock.advance(1_000)

  await countEventGoals(services)

  const orders = await services.db.system.select({ order: pushOrders.order }).from(pushOrders)
  expect(orders).toEqual([{ order: '1001' }])
})
