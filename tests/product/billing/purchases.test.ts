/** Boosts: bought once, applied once, whatever page says so. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries, purchases, sites, teams } from '#app/db/schema/index.ts'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { boostsFor } from '#app/domain/billing/offers.ts'
import { readLatestPurchase, startPurchase } from '#app/domain/billing/purchases.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import {
  createBillingWorld,
  operation,
  type BillingWorld,
} from '../../support/billing/paying-team.ts'
import type { TestTeam } from '../../support/makers.ts'

const buy = ({ services }: BillingWorld, { scope, owner }: TestTeam, form = operation()) =>
  startPurchase(services, scope, {
    itemId: 'lite-visitors',
    siteId: null,
    operation: form,
    userId: owner.id,
    returnUrl: 'http://footfall.test/billing/checkout/visitor-boost/success',
    cancelUrl: 'http://footfall.test/billing',
  })

const boostOf = async ({ services }: BillingWorld, { scope }: TestTeam) => {
  const [row] = await services.db.system
    .select({ units: teams.visitorBoost, expiresAt: teams.visitorBoostExpiresAt })
    .from(teams)
    .where(eq(teams.id, scope.teamId))
  return row
}

const sessions = ({ stripe }: BillingWorld) => [
  ...stripe.account.tables['checkout.session'].values(),
]

test('a boost is what a plan has in a month, at its price', () => {
  expect(boostsFor('visitors').map(({ units, priceCents }) => [units, priceCents])).toEqual([
    [10_000, 900],
    [100_000, 4_900],
    [300_000, 8_900],
  ])
  expect(boostsFor('impressions').map(({ units, priceCents }) => [units, priceCents])).toEqual([
    [3_000, 900],
    [30_000, 2_900],
    [100_000, 4_900],
    [300_000, 8_900],
  ])
})

test('a paid boost is applied once, however many pages and webhooks report it', async () => {
  const world = await createBillingWorld()
  const team = await world.team()
  const { services } = world
  const step = await buy(world, team)
  expect(step.kind).toBe('redirect')
  expect(await readLatestPurchase(services, team.scope, 'visitor_boost')).toMatchObject({
    state: 'open',
  })
  expect(await boostOf(world, team)).toMatchObject({ units: 0 })

  const [session] = sessions(world)
  world.stripe.checkOut(session?.id ?? '', 'pay')
  await Promise.all(
    Array.from({ length: 20 }, () => [
      readLatestPurchase(services, team.scope, 'visitor_boost'),
      syncBilling(services, team.scope),
    ]).flat(),
  )
  const expiresAt = new Date(services.now().getTime() + 30 * dayMillis)
  expect(await boostOf(world, team)).toEqual({ units: 10_000, expiresAt })
  expect(await readLatestPurchase(services, team.scope, 'visitor_boost')).toMatchObject({
    state: 'paid',
    expiresAt,
  })
  const acts = await services.db.system
    .select({ details: auditEntries.details })
    .from(auditEntries)
    .where(eq(auditEntries.act, 'billing.purchased'))
  expect(acts).toEqual([{ details: { item: 'Boost of 10,000 visitors', cents: 900 } }])
})

test('a form that is sent twice is one purchase, and another team’s form another', async () => {
  const world = await createBillingWorld()
  const [team, other] = [await world.team(), await world.team()]
  const form = operation()
  const first = await buy(world, team, form)
  expect(await buy(world, team, form)).toEqual(first)
  expect(await buy(world, other, form)).not.toEqual(first)
  expect(await world.services.db.system.$count(purchases)).toBe(2)
})

test('another choice in a form that a browser kept is another purchase', async () => {
  const world = await createBillingWorld()
  const site = await world.site({ name: 'Kettles' })
  const { team } = site
  const form = operation()
  const order = {
    itemId: 'lite-visitors',
    operation: form,
    userId: team.owner.id,
    returnUrl: 'http://footfall.test/',
    cancelUrl: 'http://footfall.test/',
  }
  const start = (siteId: number | null) =>
    startPurchase(world.services, team.scope, { ...order, siteId })

  const all = await start(null)
  expect(await start(site.scope.siteId)).not.toEqual(all)
  expect(await start(null)).toEqual(all)
  const rows = await world.services.db.system.select().from(purchases).orderBy(purchases.id)
  expect(rows).toMatchObject([
    { siteId: null, state: 'open' },
    { siteId: site.scope.siteId, state: 'open' },
  ])
})

test('a boost whose site is deleted before it is paid is for all sites', async () => {
  const world = await createBillingWorld()
  const site = await world.site({ name: 'Kettles' })
  const { team } = site
  await startPurchase(world.services, team.scope, {
    itemId: 'lite-visitors',
    siteId: site.scope.siteId,
    operation: operation(),
    userId: team.owner.id,
    returnUrl: 'http://footfall.test/',
    cancelUrl: 'http://footfall.test/',
  })
  await world.services.db.system.delete(sites).where(eq(sites.id, site.scope.siteId))
  const [session] = sessions(world)
  world.stripe.checkOut(session?.id ?? '', 'pay')

  await readLatestPurchase(world.services, team.scope, 'visitor_boost')
  expect(await boostOf(world, team)).toMatchObject({ units: 10_000 })
})

test('a page that is opened by hand changes nothing', async () => {
  const world = await createBillingWorld()
  const team = await world.team()
  expect(await readLatestPurchase(world.services, team.scope, 'visitor_boost')).toBeNull()
  await buy(world, team)
  const [session] = sessions(world)
  world.stripe.checkOut(session?.id ?? '', 'cancel')
  expect(await readLatestPurchase(world.services, team.scope, 'visitor_boost')).toMatchObject({
    state: 'open',
  })
  world.clock.advance(2 * dayMillis)
  expect(await readLatestPurchase(world.services, team.scope, 'visitor_boost')).toMatchObject({
    state: 'expired',
  })
  expect(await boostOf(world, team)).toMatchObject({ units: 0 })
})

test('bad input: an unknown boost, another team’s site, a server without cards', async () => {
  const world = await createBillingWorld()
  const team = await world.team()
  const site = await world.site()
  const order = {
    itemId: 'lite-visitors',
    siteId: null,
    operation: operation(),
    userId: team.owner.id,
    returnUrl: 'http://footfall.test/',
    cancelUrl: 'http://footfall.test/',
  }
  const { services } = world
  await expect(
    startPurchase(services, team.scope, { ...order, itemId: 'lite-impressions' }),
  ).rejects.toMatchObject({ code: 'invalid' })
  await expect(
    startPurchase(services, team.scope, { ...order, siteId: site.scope.siteId }),
  ).rejects.toMatchObject({ code: 'not_found' })
  const without = { ...services, billing: { card: null } }
  await expect(startPurchase(without, team.scope, order)).rejects.toMatchObject({
    code: 'conflict',
  })
  expect((await readBilling(without, team.scope)).boosts).toEqual([])
  expect(await services.db.system.$count(purchases)).toBe(0)
})
