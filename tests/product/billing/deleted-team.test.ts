/** Payments of an organization that is deleted, exported or transferred. */
import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { lateCharges } from '#app/db/schema/index.ts'
import { cancelPlan } from '#app/domain/billing/cancel-plan.server.ts'
import { endSubscriptions } from '#app/domain/billing/end-subscriptions.server.ts'
import { reportOwner } from '#app/domain/billing/save-details.server.ts'
import { syncCustomer } from '#app/domain/billing/sync.server.ts'
import { eraseTeam } from '#app/domain/lifecycle/erase-team.server.ts'
import { exportTeam } from '#app/domain/lifecycle/export-team.server.ts'
import { endBillingJob } from '#app/jobs/billing.server.ts'
import { deliveriesJob } from '#app/jobs/deliveries.server.ts'
import { startReconciliation } from '#app/domain/billing/reconcile.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { createShop } from '../../support/billing/billing-shop.ts'
import { stripeFails } from '#workshop/doubles/stripe-billing/stripe-billing-server.ts'
import { withFailingCard } from '../../support/billing/failing-card.ts'
import { choose, createBillingWorld, teamWithCard } from '../../support/billing/paying-team.ts'

/** A busy machine needs more than the second that Vitest waits by default. */
const patience = { timeout: 60_000 }

test('a deleted organization’s subscription ends at Stripe, and its webhooks are ignored', async () => {
  const world = await createBillingWorld()
  const { services, stripe, queue } = world
  await queue.start([endBillingJob], services)
  const [team, other] = [await teamWithCard(world), await teamWithCard(world)]
  await choose(world, team, { planId: 'plus' })
  await choose(world, other, { planId: 'plus' })
  const [subscription, another] = [...stripe.account.tables.subscription.values()]

  await eraseTeam(services, team.scope.teamId)
  await vi.waitFor(() => {
    expect(subscription?.status).toBe('canceled')
  }, patience)
  expect(another?.status).toBe('active')
  expect(await syncCustomer(services, subscription?.customer ?? '')).toBe(false)
})

test('while Stripe is away, the end is tried again', async () => {
  const world = await createBillingWorld()
  const team = await teamWithCard(world)
  await choose(world, team, { planId: 'plus' })
  const [subscription] = [...world.stripe.account.tables.subscription.values()]
  const ended = {
    team: team.scope.teamId,
    channel: 'card' as const,
    customer: subscription?.customer ?? '',
    subscriptions: [subscription?.id ?? '', 'sub_unknown'],
  }
  const away = withFailingCard(world.services, { at: 0, when: 'before' })
  expect(await endSubscriptions(away.services, ended)).toBe(false)
  expect(subscription?.status).toBe('active')
  expect(await endSubscriptions(world.services, ended)).toBe(true)
  expect(await endSubscriptions(world.services, ended)).toBe(true)
  expect(subscription?.status).toBe('canceled')
})

test('an export has the subscription, the invoice and the payment details', async () => {
  const world = await createBillingWorld()
  const team = await teamWithCard(world)
  await choose(world, team, { planId: 'plus' })
  const rows: [string, Record<string, unknown>][] = []
  await exportTeam(world.services, team.scope, (table, row) => {
    rows.push([table, row])
    return Promise.resolve()
  })
  const of = (table: string) => rows.filter(([name]) => name === table).map(([, row]) => row)
  expect(of('subscriptions')).toMatchObject([{ plan_id: 'plus', state: 'active' }])
  expect(of('invoices')).toMatchObject([{ state: 'paid' }])
  expect(of('billing_accounts')).toMatchObject([{ card_last_four: '4242', billing_country: 'US' }])
})

test('after a transfer Stripe writes to the new owner', async () => {
  const world = await createBillingWorld()
  const team = await teamWithCard(world)
  const { services, stripe } = world
  const heir = await world.user()
  await services.pool.query('update teams set owner_id = $1 where id = $2', [
    heir.id,
    team.scope.teamId,
  ])
  await reportOwner(services, { teamId: team.scope.teamId })
  const [customer] = [...stripe.account.tables.customer.values()]
  expect(customer?.email).toBe(heir.email)
})

/** An organization whose bank works on the payment of its first plan, on the screens of a browser. */
async function shopAtBank() {
  const shop = await createShop()
  const { world, team } = shop
  await shop.enterCard('visa')
  for (const id of world.stripe.account.cards.keys()) world.stripe.changeCard(id, 'takes days')
  await shop.choose('plus')
  await world.queue.start([endBillingJob], world.services)
  const [intent] = world.stripe.account.tables.payment_intent.values()
  const [invoice] = world.stripe.account.tables.invoice.values()
  const erase = async () => {
    await eraseTeam(world.services, team.scope.teamId)
    await vi.waitFor(() => {
      expect(invoice?.status).toBe('void')
    }, patience)
  }
  const list = () => world.services.db.system.select().from(lateCharges)
  /** Events from before it has an endpoint aren't sent to it. */
  const endProcessing = async () => {
    world.connect(await world.serve())
    world.stripe.endProcessing(true)
  }
  const hear = async () => {
    await world.stripe.settle()
    await deliveriesJob.run(world.services, {})
    // The product that was served may process them as well.
    await vi.waitFor(async () => {
      expect(await list()).not.toMatchObject([{ chargedAt: null }])
    }, 10_000)
  }
  return { ...shop, intent, invoice, erase, list, endProcessing, hear }
}

const toRefund = { msg: 'a bank charged a deleted organization: it has to be refunded' }

test('a bank that charges a deleted organization is heard, and staff refund it', async () => {
  const { world, intent, invoice, erase, list, endProcessing, hear } = await shopAtBank()
  await erase()
  expect(intent?.status).toBe('processing')
  expect(await list()).toMatchObject([{ providerId: invoice?.id, chargedAt: null }])

  await endProcessing()
  await hear()
  expect(await list()).toMatchObject([{ chargedCents: 2_900, currency: 'usd' }])
  expect(world.takeErrors()).toMatchObject([toRefund])
  // The nightly check after it says it no second time.
  await startReconciliation(world.services)
  expect(world.takeErrors()).toEqual([])

  const staff = await world.confirmedStaff()
  const { fetch } = await world.serve()
  const read = async (path: string) =>
    (await fetch(path, { headers: { Cookie: staff.cookie } })).text()
  expect(await read('/kiosk')).toContain('1 charge has to be refunded')
  const page = await read(`/kiosk/billing?refunded=${invoice?.id ?? ''}`)
  expect(page).toContain('$29')
  expect(page).toContain(invoice?.customer ?? '')
  const marked = await fetch('/kiosk/billing', {
    method: 'POST',
    headers: { Cookie: staff.cookie },
    body: new URLSearchParams({ charge: invoice?.id ?? '', reason: 'Refunded in Stripe.' }),
    redirect: 'manual',
  })
  expect(marked.status).toBe(302)
  expect(await list()).toEqual([])
  expect(await read('/kiosk/audit')).toContain('marked a late charge as refunded')
})

test('a bank that declines a deleted organization’s payment leaves nothing behind', async () => {
  const { world, erase, list } = await shopAtBank()
  await erase()
  await world.advance(40 * dayMillis)
  await startReconciliation(world.services)
  expect(await list()).toHaveLength(1)

  world.stripe.endProcessing(false)
  await startReconciliation(world.services)
  expect(await list()).toEqual([])
})

test('where Stripe allows it, a deleted organization’s payment is canceled', async () => {
  const { world, intent, erase, list } = await shopAtBank()
  world.stripe.account.cancelsProcessing = true
  await erase()
  await vi.waitFor(async () => {
    expect([intent?.status, await list()]).toEqual(['canceled', []])
  }, patience)
})

test('an order that was canceled before stays known once its organization is deleted', async () => {
  const { world, team, owner, invoice, erase, list, endProcessing, hear } = await shopAtBank()
  await cancelPlan(world.services, team.scope, { operation: randomUUID(), userId: owner.id })
  await erase()
  expect(await list()).toMatchObject([{ providerId: invoice?.id, chargedAt: null }])
  await endProcessing()
  await hear()
  expect(world.takeErrors()).toMatchObject([toRefund])
})

test('a plan that its bank pays before it could be ended is refunded as well', async () => {
  const { world, team, invoice, list } = await shopAtBank()
  world.stripe.failBy(() => stripeFails)
  await eraseTeam(world.services, team.scope.teamId)
  world.stripe.endProcessing(true)
  world.stripe.heal()
  await startReconciliation(world.services)
  expect(invoice?.status).toBe('paid')
  expect(await list()).toMatchObject([{ chargedCents: 2_900 }])
  expect(world.takeErrors()).toMatchObject([toRefund])
})

test('while Stripe is away, a late payment stays known', async () => {
  const { world, erase, list } = await shopAtBank()
  await erase()
  world.stripe.endProcessing(true)
  world.stripe.failBy(() => stripeFails)
  await startReconciliation(world.services)
  expect(await list()).toMatchObject([{ chargedAt: null }])
  world.stripe.heal()
  await startReconciliation(world.services)
  expect(world.takeErrors()).toMatchObject([toRefund])
})

test('before an organization is deleted, its owner reads what a bank can still charge', async () => {
  const { world, team, owner, open } = await shopAtBank()
  const path = `/settings/teams/${String(team.scope.teamId)}/ownership`
  expect((await open(path)).text).toContain(
    'Your bank is still processing $29 for a plan that hasn’t started. We ask for it to be canceled. If it’s charged anyway, our support team refunds it.',
  )
  await cancelPlan(world.services, team.scope, { operation: randomUUID(), userId: owner.id })
  expect((await open(path)).text).toContain(
    'Your bank is still processing $29 for an invoice that was canceled. We ask for it to be canceled. If it’s charged anyway, our support team refunds it.',
  )
})
