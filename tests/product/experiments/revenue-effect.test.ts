/** The effect on revenue per visitor, from the orders of both groups. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { activities, goalConversions, goals, sites } from '#app/db/schema/index.ts'
import { storeEvents, type EventRow } from '#app/domain/events/store-events.server.ts'
import { countOrders } from '#app/domain/goals/conversions.server.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { eraseVisitor } from '#app/domain/lifecycle/erase-visitor.server.ts'
import { startExperiment } from '#app/domain/nudges/experiments/experiments.server.ts'
import { listExperiments } from '#app/domain/stats/effect/read-experiments.server.ts'
import { readEffect } from '#app/domain/stats/effect/read-effect.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { eventRow, liftLimits, someVisitor, store } from '../../support/stored-events.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld } from '../../support/world.ts'

async function openShop() {
  const world = await createWorld()
  const site = await world.site({ options: { holdout: 50 } })
  await liftLimits(world.services)
  const goal = await createGoal(world.services, site.scope, {
    kind: 'order',
    name: 'Order',
    is_repeatable: true,
    is_active: true,
  })
  let orders = 0
  const visit = (arm: EventRow['arm']) => eventRow(site, { arm, receivedAt: world.clock.now() })
  const order = ({ arm, visitor }: EventRow, amountCents: number, currency = 'USD') => {
    orders += 1
    const uniqueKey = `order:${String(orders)}`
    const reached = { goalId: goal.id, uniqueKey, amountCents, currency }
    const receivedAt = world.clock.now()
    return eventRow(site, { type: 'goal', arm, visitor, receivedAt, goal: reached })
  }
  /** Visitors, of whom some buy once each. */
  const receive = async (
    arm: 'shown' | 'holdout',
    { visitors, amounts }: { visitors: number; amounts: readonly number[] },
  ) => {
    const seen = Array.from({ length: visitors }, () => visit(arm))
    const bought = amounts.flatMap((amount, at) => (seen[at] ? [order(seen[at], amount)] : []))
    await store(world.services, [...seen, ...bought])
    return seen
  }
  const read = async () => {
    const now = world.clock.now().getTime()
    const window = { from: new Date(now - 20 * dayMillis), to: new Date(now + dayMillis) }
    const effect = await readEffect(world.services, site.scope, window)
    return effect.kind === 'no_experiment' ? null : effect.revenue
  }
  return { world, site, goal, visit, order, receive, read }
}

const equal = (count: number, cents: number) => Array<number>(count).fill(cents)

test('there is no effect before 100 orders fix the cap', async () => {
  const { receive, read } = await openShop()
  await receive('shown', { visitors: 500, amounts: equal(50, 1000) })
  await receive('holdout', { visitors: 500, amounts: equal(49, 1000) })
  const before = await read()
  await receive('holdout', { visitors: 10, amounts: equal(1, 1000) })

  expect(before).toBeNull()
  expect(await read()).toMatchObject({
    currency: 'USD',
    cap: 10,
    otherOrders: 0,
    comparison: {
      kind: 'estimate',
      means: { shown: 1, holdout: 500 / 510 },
      isConclusive: false,
    },
  })
})

test('orders of one visitor are one purchase, and a large one counts up to the cap', async () => {
  const { world, receive, order, read } = await openShop()
  const [first] = await receive('shown', { visitors: 500, amounts: equal(60, 1000) })
  await receive('holdout', { visitors: 500, amounts: equal(60, 1000) })
  const before = await read()
  if (!first) throw new Error('No visitor came.')
  // The first visitor returns with ten orders, one of them enormous.
  await store(world.services, [
    order(first, 90_000_000),
    ...equal(9, 1000).map((one) => order(first, one)),
  ])

  // The cap is the 99th percentile of the first hundred orders, which don't change.
  expect(before?.comparison).toMatchObject({ means: { shown: 1.2, holdout: 1.2 } })
  expect(await read()).toEqual(before)
})

test('the cap comes from the orders before the measurement when there are enough', async () => {
  const { world, receive, read } = await openShop()
  await receive('shown', { visitors: 300, amounts: [...equal(99, 2000), ...equal(1, 7000)] })
  world.clock.advance(30 * dayMillis)
  await receive('shown', { visitors: 200, amounts: equal(60, 9900) })
  await receive('holdout', { visitors: 200, amounts: equal(60, 1000) })

  const revenue = await read()

  expect(revenue).toMatchObject({
    cap: 20,
    comparison: { means: { shown: 6, holdout: 3 }, isConclusive: true },
  })
})

test('an order that is refunded, canceled or held after the first look leaves both numbers', async () => {
  const { world, site, receive, read } = await openShop()
  await receive('shown', { visitors: 500, amounts: equal(63, 1000) })
  await receive('holdout', { visitors: 500, amounts: equal(60, 1000) })
  const placed = await Promise.all(
    ['1', '2', '3', '4'].map((externalId) =>
      storePurchase(world.services, site, { externalId, state: 'confirmed', amountCents: 1000 }),
    ),
  )
  const before = await read()
  const fates = [
    { state: 'refunded' },
    { state: 'cancelled' },
    { approval: 'quarantined' },
    { approval: 'hidden' },
  ] as const
  for (const [at, fate] of fates.entries()) {
    await world.services.db.system
      .update(activities)
      .set(fate)
      .where(eq(activities.id, placed[at] ?? 0))
  }
  const after = await read()

  // A hidden order was sold, too.
  expect(before?.comparison).toMatchObject({ means: { shown: 1.26, holdout: 1.2 } })
  expect(after?.comparison).toMatchObject({ means: { shown: 1.2, holdout: 1.2 } })
  expect(after?.cap).toBe(before?.cap)
})

test('the cap stays as the days move on, and a refund doesn’t move it', async () => {
  const { world, site, receive, read } = await openShop()
  await receive('shown', { visitors: 300, amounts: [...equal(98, 2000), ...equal(2, 7000)] })
  const first = await read()
  const large = { externalId: '100', state: 'refunded', amountCents: 7000 } as const
  await storePurchase(world.services, site, large)
  world.clock.advance(120 * dayMillis)
  await receive('shown', { visitors: 200, amounts: equal(110, 9900) })
  await receive('holdout', { visitors: 200, amounts: equal(110, 9900) })

  expect(first).toMatchObject({ cap: 70, capFrom: 'first' })
  expect(await read()).toMatchObject({ cap: 70, capFrom: 'first' })
})

test('only the currency of most orders counts, and the others are named', async () => {
  const { world, receive, visit, order, read } = await openShop()
  await receive('shown', { visitors: 500, amounts: equal(60, 1000) })
  await receive('holdout', { visitors: 500, amounts: equal(60, 1000) })
  const foreign = visit('shown')
  await store(world.services, [foreign, order(foreign, 500_000, 'JPY')])

  expect(await read()).toMatchObject({
    currency: 'USD',
    otherOrders: 1,
    comparison: { means: { shown: 600 / 501, holdout: 1.2 } },
  })
})

test('an order that the shop’s server reported first belongs to the visitor who reports it later', async () => {
  const { world, site, goal, visit, order, read, receive } = await openShop()
  await receive('shown', { visitors: 500, amounts: equal(60, 1000) })
  await receive('holdout', { visitors: 500, amounts: equal(60, 1000) })
  const visitor = visit('holdout')
  const reported = order(visitor, 1, 'USD')
  const id = reported.goal?.uniqueKey.replace('order:', '') ?? ''
  await world.services.db.asTeam(site.scope, (tx) =>
    countOrders(tx, site.scope, {
      orders: [
        {
          kind: 'purchase',
          id,
          total: 10,
          currency: 'USD',
          state: 'confirmed',
          test: false,
          occurred_at: world.clock.now().toISOString(),
        },
      ],
    }),
  )
  const before = await read()
  const fates = await storeEvents(world.services.pool, [visitor, reported])

  const [hit] = await world.services.db.system
    .select()
    .from(goalConversions)
    .where(eq(goalConversions.uniqueKey, `order:${id}`))
  expect(fates).toEqual(['accepted', 'duplicate'])
  expect(before?.comparison).toMatchObject({ means: { holdout: 1.2 } })
  expect(hit).toMatchObject({
    goalId: goal.id,
    source: 'activity',
    arm: 'holdout',
    visitor: visitor.visitor,
    amountCents: 1000,
  })
  expect((await read())?.comparison).toMatchObject({ means: { holdout: 610 / 501 } })
  // Another page that shows the same order changes nothing.
  const other = { ...reported, id: randomUUID(), arm: 'shown' as const, visitor: someVisitor() }
  await storeEvents(world.services.pool, [other])
  expect((await read())?.comparison).toMatchObject({ means: { holdout: 610 / 501 } })
})

test('goals with a value of the owner’s don’t count, and an order counts once for two goals', async () => {
  const { world, site, visit, receive, read } = await openShop()
  await receive('shown', { visitors: 500, amounts: equal(60, 1000) })
  await receive('holdout', { visitors: 500, amounts: equal(60, 1000) })
  const before = await read()
  const [valued, second] = await Promise.all(
    [{ value: 500, currency: 'USD' }, {}].map((worth, at) =>
      createGoal(world.services, site.scope, {
        kind: 'order',
        name: `Goal ${String(at)}`,
        is_repeatable: true,
        is_active: true,
        ...worth,
      }),
    ),
  )
  const visitor = visit('shown')
  const reach = (goalId: number, uniqueKey: string) =>
    eventRow(site, {
      type: 'goal',
      arm: 'shown',
      visitor: visitor.visitor,
      receivedAt: world.clock.now(),
      goal: { goalId, uniqueKey, amountCents: 1000, currency: 'USD' },
    })
  await store(world.services, [
    reach(valued?.id ?? 0, 'order:new'),
    reach(second?.id ?? 0, 'order:1'),
  ])

  expect(await read()).toEqual(before)
  expect(await world.services.db.system.select().from(goals)).toHaveLength(3)
})

test('an experiment compares the orders of its variants', async () => {
  const { world, site, visit, order } = await openShop()
  const { uuid: nudge } = await world.nudge(site)
  await startExperiment(world.services, site.scope, {
    nudge,
    userId: site.owner.id,
    kind: 'without',
    share: 50,
  })
  const [started] = await listExperiments(world.services, site.scope)
  const experimentId = started?.id ?? 0
  const side = (of: 'a' | 'b', amount: number) =>
    Array.from({ length: 300 }, (_one, number) => {
      const assignment = { experimentId, variant: of }
      const seen = { ...visit('shown'), assignment }
      return number < 60 ? [seen, { ...order(seen, amount), assignment }] : [seen]
    }).flat()
  await store(world.services, [...side('a', 2000), ...side('b', 1000)])

  const [experiment] = await listExperiments(world.services, site.scope)

  // Both amounts are below the cap, which comes from orders of either variant.
  expect(experiment?.revenue).toMatchObject({
    currency: 'USD',
    cap: 20,
    comparison: { means: { shown: 4, holdout: 2 }, isConclusive: true },
  })
  await world.services.db.system.update(sites).set({ pixelSeenAt: world.clock.now() })
  const { fetch } = await world.serve()
  const html = await (
    await fetch('/statistics/effect', { headers: { Cookie: site.owner.cookie } })
  ).text()
  expect(html).toContain('With this nudge, visitors spend more: about +100.0%')
})

test('an erased visitor’s orders no longer carry the visitor’s key', async () => {
  const { world, site, order, visit } = await openShop()
  const consentId = 'a'.repeat(32)
  const { security, now } = world.services
  const facts = { siteUuid: site.uuid, consentId, address: '', userAgent: '', at: now() }
  const visitor = await security.visitorKeys.of(facts)
  const seen = { ...visit('shown'), visitor }
  const stranger = { ...visit('shown'), visitor: someVisitor() }
  await store(world.services, [seen, stranger, order(seen, 1000), order(stranger, 1000)])

  expect(await eraseVisitor(world.services, consentId)).toBe(1)

  const hits = await world.services.db.system.select().from(goalConversions)
  const keys = hits.map((hit) => hit.visitor?.toString('hex'))
  expect(keys).not.toContain(visitor.toString('hex'))
  expect(keys).toContain(stranger.visitor.toString('hex'))
  expect(new Set(keys).size).toBe(2)
})
