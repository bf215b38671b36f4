/**
 * A price in another currency, made by hand at Stripe: each screen, email and figure has its currency, and
 * sums of two are never added.
 */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { subscriptions } from '#app/db/schema/index.ts'
import { sumPaid } from '#app/domain/billing/figures/paid-in-total.server.ts'
import { readBusinessDays } from '#app/domain/billing/figures/read-days.server.ts'
import { writeBusinessDay } from '#app/domain/billing/figures/write-day.server.ts'
import { readOverdueNotice } from '#app/domain/billing/notices.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { createShop } from '../../support/billing/billing-shop.ts'
import { cardTeam } from '../../support/billing/card-team.ts'
import { invoice, snapshot } from '../../support/billing/memory-card.ts'
import { createWorld } from '../../support/world.ts'

type Shop = Awaited<ReturnType<typeof createShop>>

/** On Genius, whose price was replaced by hand: from the next renewal on everything is in euros. */
async function euroShop(card: 'visa' | 'failingLater' = 'visa') {
  const shop = await createShop()
  await shop.enterCard(card)
  await shop.choose('genius')
  const { tables } = shop.world.stripe.account
  const [subscription] = tables.subscription.values()
  const [item] = subscription?.items.data ?? []
  if (!subscription || !item) throw new Error('There is a subscription.')
  Object.assign(subscription, { currency: 'eur' })
  Object.assign(item, { price: { ...item.price, unit_amount: 4_550, currency: 'eur' } })
  for (const customer of tables.customer.values()) customer.currency = 'eur'
  await syncBilling(shop.world.services, shop.team.scope)
  return { ...shop, subscription }
}

const renew = async ({ world, team, owner }: Shop) => {
  await world.advance(32 * dayMillis)
  await syncBilling(world.services, team.scope)
  owner.cookie = `token=${await world.logIn(owner)}`
}

test('a plan, its next invoice, its discount and its invoices are in its currency', async () => {
  const shop = await euroShop()
  const { world, open, subscription } = shop
  world.stripe.addCoupon({ id: 'FIVE', amount_off: 500, currency: 'eur', duration: 'forever' })
  world.stripe.account.tables.discount.set('di_1', {
    id: 'di_1',
    object: 'discount',
    customer: subscription.customer,
    subscription: subscription.id,
    promotion_code: null,
    source: { type: 'coupon', coupon: 'FIVE' },
    start: 0,
    end: null,
    checkout_session: null,
    customer_account: null,
    invoice: null,
    invoice_item: null,
    subscription_item: null,
  })
  subscription.discounts = ['di_1']
  await renew(shop)
  for (const customer of world.stripe.account.tables.customer.values()) customer.balance = -250

  const { text } = await open('/billing')
  expect(text).toContain('€45.50 a month')
  expect(text).toContain('€5 off each month')
  expect(text).toContain('€2.50 left from switching')
  // The renewal, and the first invoice, which was in dollars.
  expect(text).toMatch(/€40\.50[\s\S]*\$49/)
  expect(text).not.toMatch(/\$4[05]\.50|\$5 off/)
  const cancel = (await open('/billing/cancel')).text
  expect(cancel).not.toContain('Stay for')
  expect(cancel).not.toContain('$')
})

test('a switch to a price in dollars is refused before anything is charged', async () => {
  const { world, open, choose } = await euroShop()
  const posts = () => world.stripe.seen.filter(({ method }) => method === 'POST').length
  const before = posts()
  const why =
    'Your plan is billed in EUR, and this one is billed in USD. Cancel your plan, and choose this one once it has ended.'

  const screen = (await open('/billing/plan/agency')).text
  expect(screen).toContain(why)
  expect(screen).toContain('now €45.50 a month')
  expect(screen).not.toContain('Switch to Agency</')
  const refused = await choose('agency')
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(why)])
  expect(posts()).toBe(before)
})

test('a payment that failed is said in its currency: on screens, on home and to its owner', async () => {
  const shop = await euroShop('failingLater')
  await renew(shop)
  const { world, team, open, post } = shop
  expect((await open('/')).text).toContain('Pay €45.50 to keep the Genius plan.')
  const [row] = await world.services.db.system.select().from(subscriptions)
  const of = { teamId: team.scope.teamId, subscription: row?.id ?? 0, reminder: 0 }
  expect(await readOverdueNotice(world.services, of)).toMatchObject({
    openCents: 4_550,
    currency: 'eur',
  })

  await post('/billing/cancel', { intent: 'cancel', operation: randomUUID() })
  expect((await open('/billing')).text).toContain('The open payment of €45.50 is still owed.')
})

test('sums of two currencies are apart in staff’s figures', async () => {
  const world = await createWorld()
  const [dollars, euros] = [await cardTeam(world), await cardTeam(world)]
  dollars.memory.data.subscriptions = [snapshot()]
  dollars.memory.data.invoices = [invoice()]
  euros.memory.data.subscriptions = [
    snapshot({ providerId: 'sub_2', unitCents: 1_000, currency: 'eur' }),
  ]
  euros.memory.data.invoices = [
    invoice({ providerId: 'in_2', subscriptionProviderId: 'sub_2', currency: 'eur' }),
    invoice({ providerId: 'in_3', subscriptionProviderId: 'sub_2', currency: 'jpy' }),
  ]
  await syncBilling(dollars.services, dollars.scope)
  await syncBilling(euros.services, euros.scope)
  world.clock.advance(dayMillis)
  await writeBusinessDay(world.services)

  const { days } = await readBusinessDays(world.services)
  expect(days).toMatchObject([
    {
      monthlyCents: 2_900,
      monthlyNetCents: 2_900,
      volumeCents: 2_900,
      otherCurrencies: [
        { currency: 'eur', monthlyCents: 1_000, monthlyNetCents: 1_000, volumeCents: 2_900 },
        { currency: 'jpy', monthlyCents: 0, monthlyNetCents: 0, volumeCents: 2_900 },
      ],
    },
  ])
  const teamId = euros.scope.teamId
  expect((await sumPaid(world.services, [teamId])).get(teamId)).toEqual([
    { cents: 2_900, currency: 'eur' },
    { cents: 2_900, currency: 'jpy' },
  ])
})
