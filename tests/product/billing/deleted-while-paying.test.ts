/** Purchases and orders that are under way while their organization is deleted. */
import { expect, test, vi } from 'vitest'
import { invoices, lateCharges } from '#app/db/schema/index.ts'
import { endSubscriptions, readEnding } from '#app/domain/billing/end-subscriptions.server.ts'
import { endPayments } from '#app/domain/billing/late/end-payments.server.ts'
import { startPurchase } from '#app/domain/billing/purchases.server.ts'
import { startReconciliation } from '#app/domain/billing/reconcile.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { eraseTeam } from '#app/domain/lifecycle/erase-team.server.ts'
import { endBillingJob } from '#app/jobs/billing.server.ts'
import { createShop } from '../../support/billing/billing-shop.ts'
import { operation } from '../../support/billing/paying-team.ts'

/** A busy machine needs more than the second that Vitest waits by default. */
const patience = { timeout: 60_000 }

const toRefund = { msg: 'a bank charged a deleted organization: it has to be refunded' }

/** An organization with a plan, whose owner has begun to buy a boost. */
async function shopAtCheckout() {
  const shop = await createShop()
  const { world, team, owner } = shop
  await shop.enterCard('visa')
  await shop.choose('plus')
  await startPurchase(world.services, team.scope, {
    itemId: 'lite-visitors',
    siteId: null,
    operation: operation(),
    userId: owner.id,
    returnUrl: 'http://footfall.test/',
    cancelUrl: 'http://footfall.test/billing',
  })
  const [session] = world.stripe.account.tables['checkout.session'].values()
  await world.queue.start([endBillingJob], world.services)
  const { teamId } = team.scope
  const list = () => world.services.db.system.select().from(lateCharges)
  const checkOut = (choice: 'pay' | 'pay slowly') =>
    world.stripe.checkOut(session?.id ?? '', choice)
  return { ...shop, teamId, session, list, checkOut }
}

const subscriptionsOf = ({ world }: Awaited<ReturnType<typeof createShop>>) => [
  ...world.stripe.account.tables.subscription.values(),
]

test('the open checkout of a deleted organization is closed, and nothing is left of it', async () => {
  const { world, teamId, session, list } = await shopAtCheckout()
  await eraseTeam(world.services, teamId)
  await vi.waitFor(async () => {
    expect([session?.status, await list()]).toEqual(['expired', []])
  }, patience)
})

test('a boost that was paid in another tab meanwhile is refunded', async () => {
  const { world, teamId, session, list, checkOut } = await shopAtCheckout()
  checkOut('pay')
  await eraseTeam(world.services, teamId)
  await vi.waitFor(async () => {
    expect(await list()).toMatchObject([
      { kind: 'checkout', providerId: session?.id, chargedCents: 900, currency: 'usd' },
    ])
  }, patience)
  expect(world.takeErrors()).toMatchObject([toRefund])
})

test.each([true, false])('a boost at a slow bank is heard of: paid is %s', async (isPaid) => {
  const { world, teamId, list, checkOut } = await shopAtCheckout()
  checkOut('pay slowly')
  await eraseTeam(world.services, teamId)
  await vi.waitFor(async () => {
    expect(await list()).toMatchObject([{ kind: 'checkout', chargedAt: null }])
  }, patience)
  world.stripe.endProcessing(isPaid)
  await startReconciliation(world.services)
  // The job may still be at work, and reads it as well.
  await vi.waitFor(async () => {
    expect(await list()).toMatchObject(isPaid ? [{ chargedCents: 900 }] : [])
  }, 10_000)
  expect(world.takeErrors()).toMatchObject(isPaid ? [toRefund] : [])
})

test('a purchase that isn’t paid is named before its plan is canceled or its organization deleted', async () => {
  const { teamId, open } = await shopAtCheckout()
  const deletion = await open(`/settings/teams/${String(teamId)}/ownership`)
  expect(deletion.text).toContain(
    'A purchase of $9 isn’t paid yet. We close its checkout. If it’s charged anyway, our support team refunds it.',
  )
  const canceling = await open('/billing/cancel')
  expect(canceling.text).toContain(
    'A purchase of $9 isn’t paid yet. It’s charged if you pay for it, or if your bank is still processing your payment.',
  )
  expect(canceling.text).not.toContain('nothing more is charged')
})

test('a boost whose bank declines it days later is declined, and no longer named', async () => {
  const { world, team, open, checkOut } = await shopAtCheckout()
  checkOut('pay slowly')
  world.stripe.endProcessing(false)
  await syncBilling(world.services, team.scope)
  expect((await open('/billing/cancel')).text).toContain('nothing more is charged')
})

test('an order that was being placed while its organization was deleted ends, and is refunded', async () => {
  const shop = await createShop()
  const { world, team } = shop
  const { services } = world
  await shop.enterCard('visa')
  const ending = await services.db.transaction((tx) => readEnding(tx, team.scope.teamId))
  await shop.choose('plus')
  const { card } = services.billing
  if (ending === null || card === null) throw new Error('Nothing is to be ended.')
  await endPayments(services, card, ending)
  expect(subscriptionsOf(shop)).toMatchObject([{ status: 'canceled' }])
  const charges = await services.db.system.select().from(lateCharges)
  expect(charges).toMatchObject([{ kind: 'invoice', chargedCents: 2_900 }])
  expect(world.takeErrors()).toMatchObject([toRefund])
})

test('a charge that was given back already isn’t put before staff', async () => {
  const { world, teamId, list, checkOut } = await shopAtCheckout()
  checkOut('pay')
  for (const charge of world.stripe.account.tables.charge.values()) {
    charge.amount_refunded = charge.amount
  }
  await eraseTeam(world.services, teamId)
  await vi.waitFor(async () => {
    expect(await list()).toEqual([])
  }, patience)
  expect(world.takeErrors()).toEqual([])
})

/** An organization with a paid invoice, stored as another one. */
async function shopWithInvoice(stored: Partial<typeof invoices.$inferInsert>) {
  const shop = await createShop()
  await shop.enterCard('visa')
  await shop.choose('plus')
  const { services } = shop.world
  await services.db.system.update(invoices).set(stored)
  return services.db.transaction((tx) => readEnding(tx, shop.team.scope.teamId))
}

test('a bank’s charge of a canceled invoice is put before staff also once its organization is deleted', async () => {
  const ending = await shopWithInvoice({ state: 'void', paidCents: 2_900, isAnswered: true })
  expect(ending?.awaited).toMatchObject([{ kind: 'invoice' }])
})

test('a void invoice that was at no bank is asked about, and not noted', async () => {
  const ending = await shopWithInvoice({ state: 'void', paidCents: 0, isAnswered: false })
  expect([ending?.awaited, ending?.atBank.length]).toEqual([[], 1])
})

test('the unpaid order of a plan is noted, and an open payment for its period isn’t', async () => {
  const shop = await createShop()
  const { world, team } = shop
  await shop.enterCard('asking')
  await shop.choose('plus')
  const read = () => world.services.db.transaction((tx) => readEnding(tx, team.scope.teamId))
  expect((await read())?.awaited).toMatchObject([{ kind: 'invoice', isOfOrder: true }])
  expect((await shopWithInvoice({ state: 'open', paidCents: 0 }))?.awaited).toEqual([])
})

test('without card payments, a deleted organization without a subscription is done', async () => {
  const { world } = await createShop()
  const services = { ...world.services, billing: { card: null } }
  const ended = { team: 1, channel: 'card' as const, customer: 'cus_1', atBank: ['in_1'] }
  expect(await endSubscriptions(services, { ...ended, subscriptions: [] })).toBe(true)
  expect(world.takeErrors()).toEqual([])
  expect(await endSubscriptions(services, { ...ended, subscriptions: ['sub_1'] })).toBe(false)
  expect(world.takeErrors()).toMatchObject([
    { msg: 'a deleted organization’s subscription goes on' },
  ])
})
