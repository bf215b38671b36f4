/**
 * An organization whose site joins another company’s shop system still owes for a plan that it paid by card.
 * It can pay that, here.
 */
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { linkWixInstance } from '#app/domain/billing/channels/wix-instances.server.ts'
import { listInvoices } from '#app/domain/billing/invoices.server.ts'
import { readLatestPurchase, startPurchase } from '#app/domain/billing/purchases.server.ts'
import { syncBilling, syncCustomer } from '#app/domain/billing/sync.server.ts'
import { workOffDueBilling } from '#app/domain/billing/work-off-due.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { startWix } from '#workshop/doubles/wix/wix-server.ts'
import { openShop } from '../../support/billing/billing-shop.ts'
import { createCardWorld } from '../../support/billing/card-world.ts'
import { wixEnvironment } from '../../support/wix/wix-world.ts'

async function cardShop() {
  const clock = { now: () => new Date(Date.UTC(2026, 2, 2, 10)) }
  const wix = await startWix(() => clock.now())
  onTestFinished(wix.stop)
  const world = await createCardWorld(wixEnvironment(wix))
  clock.now = world.clock.now
  const { fetch } = await world.serve()
  const shop = await openShop(world, fetch)
  const join = async () => {
    const instanceId = wix.install().id
    await linkWixInstance(world.services, shop.team.scope, { instanceId, siteId: null })
    await syncBilling(world.services, shop.team.scope)
  }
  return { ...shop, join }
}

/** On Plus until its renewal failed with its last try. Then its site joined in Wix. */
async function joinedShop() {
  const shop = await cardShop()
  const { world } = shop
  const { services } = world
  const { scope } = shop.team
  await shop.enterCard('failingLater')
  await shop.choose('plus')
  await world.advance(32 * dayMillis)
  await syncBilling(services, scope)
  await world.advance(15 * dayMillis)
  await workOffDueBilling(services)
  shop.owner.cookie = `token=${await world.logIn(shop.owner)}`
  await shop.join()
  return { ...shop, services, scope }
}
type Shop = Awaited<ReturnType<typeof joinedShop>>

const retry = ({ post }: Shop) => post('/billing', { intent: 'retry', operation: randomUUID() })
const states = async ({ services, scope }: Shop) =>
  (await listInvoices(services, scope)).map(({ state }) => state)

test('it sees the debt, changes its card and pays', async () => {
  const shop = await joinedShop()
  const { services, scope, open, enterCard } = shop
  const before = (await open('/billing')).text
  expect(before).toContain('You have an unpaid invoice')
  expect(before).toContain('Your Plus plan has ended, and $29 for it is still open.')
  expect(before).toContain('Wix')
  expect((await open('/billing/card')).status).toBe(200)

  expect((await enterCard('visa')).text).toContain('Your last payment is still open.')
  expect((await retry(shop)).text).toContain('Payment received')

  expect(await states(shop)).toEqual(['paid', 'paid'])
  const billing = await readBilling(services, scope)
  expect([billing.channel, billing.openPayment, billing.planId]).toEqual(['wix', null, 'free'])
  const after = (await open('/billing')).text
  expect(after).not.toMatch(/You have an unpaid invoice|Try payment again/)
  // Paid invoices stay there, with their documents.
  const [invoice] = await listInvoices(services, scope)
  expect(after).toContain(`/billing/invoices/${invoice?.uuid ?? ''}.pdf`)
  expect((await open(`/billing/invoices/${invoice?.uuid ?? ''}.pdf`)).status).toBe(200)
  // Nothing else is paid by card from now on.
  expect((await open('/billing/card')).status).toBe(404)
  expect((await retry(shop)).status).not.toBe(200)
})

test('a debt that Stripe reports as settled is none, and an outage of Stripe keeps Wix going', async () => {
  const shop = await joinedShop()
  const { world, services, scope, open } = shop
  world.stripe.failBy(() => 'hang up')
  await syncBilling(services, scope)
  expect((await open('/billing')).text).toContain('You have an unpaid invoice')
  world.stripe.heal()

  const [due] = [...world.stripe.account.tables.invoice.values()].filter(
    ({ status }) => status === 'open',
  )
  if (!due) throw new Error('An invoice is open.')
  due.status = 'void'
  await syncCustomer(services, due.customer)
  expect((await open('/billing')).text).not.toContain('You have an unpaid invoice')
})

test('an order that was dropped before is read until its bank has answered', async () => {
  const shop = await cardShop()
  const { world, team } = shop
  await shop.enterCard('visa')
  for (const id of world.stripe.account.cards.keys()) world.stripe.changeCard(id, 'takes days')
  await shop.choose('plus')
  await world.advance(dayMillis)
  await syncBilling(world.services, team.scope)
  await shop.join()

  world.stripe.endProcessing(true)
  await syncBilling(world.services, team.scope)
  expect(await listInvoices(world.services, team.scope)).toMatchObject([
    { state: 'void', isProcessing: false, paidCents: 2_900 },
  ])
  expect(world.takeErrors()).toMatchObject([
    { msg: 'a bank charged an invoice that is void: it has to be refunded' },
  ])
})

test('a boost that is paid after its site joined counts', async () => {
  const { world, team, owner, join } = await cardShop()
  const { services, stripe } = world
  const [boost] = (await readBilling(services, team.scope)).boosts
  await startPurchase(services, team.scope, {
    itemId: boost?.id ?? '',
    siteId: null,
    operation: randomUUID(),
    userId: owner.id,
    returnUrl: 'http://footfall.test/billing',
    cancelUrl: 'http://footfall.test/billing',
  })
  await join()
  const [session] = stripe.account.tables['checkout.session'].keys()
  stripe.checkOut(session ?? '', 'pay')

  const [customer] = stripe.account.tables.customer.keys()
  await syncCustomer(services, customer ?? '')
  expect(await readLatestPurchase(services, team.scope, 'visitor_boost')).toMatchObject({
    state: 'paid',
  })
  expect((await readBilling(services, team.scope)).unpaid.count).toBe(0)
})
