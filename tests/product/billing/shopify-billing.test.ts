/** A shop's charges, from the owner's approval to the organization's plan. */
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  meters,
  planChanges,
  purchases,
  sites,
  subscriptions,
  teams,
} from '#app/db/schema/index.ts'
import type { BillingStep } from '#app/domain/billing/channel.ts'
import { choosePlan } from '#app/domain/billing/choose-plan.server.ts'
import { cancelPlan } from '#app/domain/billing/cancel-plan.server.ts'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { readLatestPurchase, startPurchase } from '#app/domain/billing/purchases.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { monthOf } from '#app/lib/time.ts'
import { storeNudge } from '#tests/support/nudges.ts'
import { serveEdge } from '#tests/support/pages.ts'
import {
  createShopBillingWorld,
  type ShopBillingWorld,
} from '#tests/support/shopify/billing-world.ts'

const returnUrl = 'http://footfall.test/shopify/billing/success'
const operation = 'f7a3c2d4-0000-4000-8000-000000000003'

async function createShop() {
  const world = await createShopBillingWorld()
  const { services, scope } = world
  const [team] = await services.db.system.select().from(teams).where(eq(teams.id, scope.teamId))
  if (!team) throw new Error('There is no organization.')
  const actor = { userId: team.ownerId }
  const choose = (planId: string, by = operation) =>
    choosePlan(services, scope, { planId, coupon: null, operation: by, actor, returnUrl })
  return { ...world, ownerId: team.ownerId, choose }
}

const pageOf = (step: BillingStep): string => {
  if (step.kind !== 'redirect') throw new Error(`The step is ${step.kind}.`)
  return step.url
}

/** The plan, and the subscriptions behind it, oldest first. */
async function stored({ services, scope }: ShopBillingWorld) {
  const { db } = services
  const [team] = await db.system.select().from(teams).where(eq(teams.id, scope.teamId))
  const rows = await db.system.select().from(subscriptions).orderBy(asc(subscriptions.createdAt))
  return {
    plan: team?.plan,
    subscriptions: rows.map(({ planId, state }) => `${planId} ${state}`),
  }
}

test('a plan applies once Shopify says that the owner approved it', async () => {
  const world = await createShop()
  const before = { plan: 'free-shopify', subscriptions: [] }

  const page = pageOf(await world.choose('genius-shopify'))
  expect(await stored(world)).toEqual(before)
  expect(pageOf(await world.choose('genius-shopify'))).toBe(page)

  await world.answer(page, 'approve')
  await world.process()

  const after = { plan: 'genius-shopify', subscriptions: ['genius-shopify active'] }
  expect(await stored(world)).toEqual(after)
  const changes = await world.services.db.system.select().from(planChanges)
  expect(changes).toMatchObject([
    { actor: 'member', fromPlan: 'free-shopify', toPlan: 'genius-shopify' },
  ])
  const { subscription, channel } = await readBilling(world.services, world.scope)
  expect(channel).toBe('shopify')
  expect(subscription).toMatchObject({ state: 'active', unitCents: 4_900 })
})

test('a charge that the owner declines changes nothing', async () => {
  const world = await createShop()
  await world.answer(pageOf(await world.choose('lite-shopify', operation)), 'approve')
  await world.process()

  const other = 'f7a3c2d4-0000-4000-8000-000000000004'
  await world.answer(pageOf(await world.choose('genius-shopify', other)), 'decline')
  await world.process()

  expect(await stored(world)).toEqual({
    plan: 'lite-shopify',
    subscriptions: ['lite-shopify active'],
  })
})

test('webhooks in any order, and repeated, end in the same plan', async () => {
  const world = await createShop()
  const { shop } = world
  shop.webhooks.hold()
  await world.answer(pageOf(await world.choose('lite-shopify')), 'approve')
  const other = 'f7a3c2d4-0000-4000-8000-000000000004'
  await world.answer(pageOf(await world.choose('plus-shopify', other)), 'approve')
  await shop.webhooks.release({ order: 'newest first', copies: 2 })
  await world.process()

  const wanted = {
    plan: 'plus-shopify',
    subscriptions: expect.arrayContaining([
      'lite-shopify ended',
      'plus-shopify active',
    ]) as string[],
  }
  expect(await stored(world)).toEqual(wanted)
  const { changes } = await syncBilling(world.services, world.scope)
  expect(changes).toEqual([])
})

test('a shop that stops paying keeps its plan for the days of grace', async () => {
  const world = await createShop()
  await world.answer(pageOf(await world.choose('plus-shopify')), 'approve')
  await world.process()
  const [row] = await world.services.db.system.select().from(subscriptions)
  const id = BigInt(row?.providerId ?? 0)

  world.shop.freezeSubscription(id, true)
  await world.process()
  expect(await stored(world)).toEqual({
    plan: 'plus-shopify',
    subscriptions: ['plus-shopify past_due'],
  })

  world.shop.freezeSubscription(id, false)
  await world.process()
  expect(await stored(world)).toEqual({
    plan: 'plus-shopify',
    subscriptions: ['plus-shopify active'],
  })
})

test('a plan that the owner cancels here ends immediately', async () => {
  const world = await createShop()
  await world.answer(pageOf(await world.choose('plus-shopify')), 'approve')
  await world.process()

  await cancelPlan(world.services, world.scope, { operation, userId: world.ownerId })

  const after = { plan: 'free-shopify', subscriptions: ['plus-shopify ended'] }
  expect(await stored(world)).toEqual(after)
  await world.process()
  expect(await stored(world)).toEqual(after)
  expect(world.shop.state.installation?.subscriptions.map(({ status }) => status)).toEqual([
    'CANCELLED',
  ])
})

test('uninstalling ends the subscription', async () => {
  const world = await createShop()
  await world.answer(pageOf(await world.choose('plus-shopify')), 'approve')
  await world.process()

  world.shop.webhooks.hold()
  world.shop.uninstall()
  await world.shop.webhooks.release({ order: 'newest first', copies: 2 })
  await world.process()

  const after = { plan: 'free-shopify', subscriptions: ['plus-shopify ended'] }
  expect(await stored(world)).toEqual(after)
  await world.openApp()
  await syncBilling(world.services, world.scope)
  expect(await stored(world)).toEqual(after)
})

test('a shop whose site was deleted still pays', async () => {
  const world = await createShop()
  const page = pageOf(await world.choose('plus-shopify'))
  await world.services.db.system.delete(sites)

  await world.answer(page, 'approve')
  await world.process()

  expect(await stored(world)).toMatchObject({ plan: 'plus-shopify' })
})

test('while Shopify doesn’t answer, the plan stays, and the webhook is processed later', async () => {
  const world = await createShop()
  const page = pageOf(await world.choose('plus-shopify'))
  world.shop.apiFaults.failAll({ status: 503 })
  await world.answer(page, 'approve')
  await world.process()
  expect(await stored(world)).toEqual({ plan: 'free-shopify', subscriptions: [] })

  world.shop.apiFaults.failAll(null)
  world.clock.advance(3_600_000)
  await world.process()
  expect(await stored(world)).toMatchObject({ plan: 'plus-shopify' })
})

test('a boost lifts a reached limit with its webhook, once', async () => {
  const world = await createShop()
  const { services, scope, clock } = world
  await world.backfill()
  const { site } = await world.connected()
  await storeNudge(services, { scope: site, uuid: site.siteUuid }, { type: 'purchase' })
  await services.db.system.insert(meters).values({
    teamId: scope.teamId,
    month: monthOf(clock.now()),
    visitors: 0,
    impressions: 300,
    meteredBy: 'impressions',
    allowance: 300,
    granted: 0,
    limitReachedAt: clock.now(),
  })
  const edge = await serveEdge(services)
  const page = edge.page({ uuid: site.siteUuid, url: world.shop.storefrontUrl })
  const shown = async () => (await page.payload()).nudges.length
  expect(await shown()).toBe(0)

  const order = {
    itemId: 'lite-impressions',
    siteId: null,
    operation,
    userId: world.ownerId,
    returnUrl: 'http://footfall.test/billing/visitor-boosts/success',
    cancelUrl: 'http://footfall.test/billing',
  }
  const approval = pageOf(await startPurchase(services, scope, order))
  expect(pageOf(await startPurchase(services, scope, order))).toBe(approval)
  const [open] = await services.db.system.select().from(purchases)
  expect(open).toMatchObject({ channel: 'shopify', state: 'open', priceCents: 900, units: 3_000 })

  await world.answer(approval, 'approve')
  await world.process()

  const [team] = await services.db.system.select().from(teams).where(eq(teams.id, scope.teamId))
  expect(team).toMatchObject({ visitorBoost: 3_000 })
  const [paid] = await services.db.system.select().from(purchases)
  expect(paid).toMatchObject({ state: 'paid', paidAt: clock.now() })
  // The clock decides when a read that a busy machine delayed is tried again.
  const shownLater = () => {
    clock.advance(10_000)
    return shown()
  }
  await expect.poll(shownLater).toBe(1)

  await syncBilling(services, scope)
  const [again] = await services.db.system.select().from(teams).where(eq(teams.id, scope.teamId))
  expect(again).toMatchObject({ visitorBoost: 3_000 })
})

test('a boost that the owner declines is declined', async () => {
  const world = await createShop()
  const { services, scope } = world
  const order = {
    itemId: 'lite-impressions',
    siteId: null,
    operation,
    userId: world.ownerId,
    returnUrl: 'http://footfall.test/billing/visitor-boosts/success',
    cancelUrl: 'http://footfall.test/billing',
  }

  await world.answer(pageOf(await startPurchase(services, scope, order)), 'decline')

  const latest = await readLatestPurchase(services, scope, 'visitor_boost')
  expect(latest).toMatchObject({ state: 'declined' })
  const [team] = await services.db.system.select().from(teams).where(eq(teams.id, scope.teamId))
  expect(team).toMatchObject({ visitorBoost: 0 })
})
