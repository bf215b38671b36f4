/** All events of Stripe are lost: the next page or nightly check finds the changes. On both engines. */
import { expect, test } from 'vitest'
import { listInvoices } from '#app/domain/billing/invoices.server.ts'
import { retryPayment } from '#app/domain/billing/pay.server.ts'
import { readLatestPurchase, startPurchase } from '#app/domain/billing/purchases.server.ts'
import { reconcileBilling } from '#app/domain/billing/reconcile.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { workOffDueBilling } from '#app/domain/billing/work-off-due.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { planOf } from '../../support/billing/card-team.ts'
import { startProcess, type SentJob } from '../../support/billing/lives/failing-process.ts'
import {
  choose,
  createBillingWorld,
  enterCard,
  operation,
  teamWithCard,
  type BillingWorld,
} from '../../support/billing/paying-team.ts'

const checkNightly = ({ services }: BillingWorld) =>
  reconcileBilling(services, { night: '2026-03-03', after: 0, checked: 0, repaired: 0, failed: 0 })

test('a boost is among the invoices, with its receipt, as soon as its page says that it’s paid', async () => {
  const world = await createBillingWorld()
  const team = await teamWithCard(world)
  const sent: SentJob[] = []
  const { services } = startProcess({ ...world, sent }, null)
  const step = await startPurchase(services, team.scope, {
    itemId: 'lite-visitors',
    siteId: null,
    operation: operation(),
    userId: team.owner.id,
    returnUrl: 'http://footfall.test/done',
    cancelUrl: 'http://footfall.test/billing',
  })
  if (step.kind !== 'redirect') throw new Error(step.kind)
  world.stripe.checkOut(step.url.split('/').at(-1) ?? '', 'pay')

  expect(await readLatestPurchase(services, team.scope, 'visitor_boost')).toMatchObject({
    state: 'paid',
  })

  expect(await listInvoices(services, team.scope)).toMatchObject([
    { state: 'paid', totalCents: 900 },
  ])
  expect(sent.map(({ name }) => name)).toEqual(['billing.send-receipt'])
})

test('a first plan that was paid while the process ended counts after the nightly check', async () => {
  const world = await createBillingWorld()
  const { stripe } = world
  const team = await teamWithCard(world)
  // Until the order has arrived there.
  for (let from = 0; stripe.account.tables.subscription.size === 0; from += 1) {
    const sent: SentJob[] = []
    const dying = startProcess({ ...world, sent }, { kind: 'killed', at: 'request', from })
    await choose({ ...world, services: dying.services }, team, { planId: 'plus' }).catch(() => null)
    stripe.heal()
    world.clock.advance(dayMillis / 24)
  }
  const of = { services: world.services, scope: team.scope }
  expect(await planOf(of)).toBe('free')

  await checkNightly(world)

  expect(await planOf(of)).toBe('plus')
})

test('a debt that was paid while the process ended is none after the nightly check', async () => {
  const world = await createBillingWorld()
  const { services, stripe, clock } = world
  const team = await teamWithCard(world, 'failingLater')
  await choose(world, team, { planId: 'plus' })
  for (const days of [32, 14]) {
    clock.advance(days * dayMillis)
    await stripe.settle()
    await syncBilling(services, team.scope)
    await workOffDueBilling(services)
  }
  expect(await planOf({ services, scope: team.scope })).toBe('free')
  await enterCard(world, team, 'mastercard')
  const isPaid = () =>
    [...stripe.account.tables.invoice.values()].every(({ status }) => status === 'paid')
  for (let from = 0; !isPaid(); from += 1) {
    const dying = startProcess({ ...world, sent: [] }, { kind: 'killed', at: 'request', from })
    const change = { operation: operation(), userId: team.owner.id }
    await retryPayment(dying.services, team.scope, change).catch(() => null)
    stripe.heal()
    clock.advance(dayMillis / 24)
  }
  const states = async () => (await listInvoices(services, team.scope)).map(({ state }) => state)
  expect(await states()).toEqual(['open', 'paid'])
  clock.advance(10 * dayMillis)

  await checkNightly(world)

  expect(await states()).toEqual(['paid', 'paid'])
})
