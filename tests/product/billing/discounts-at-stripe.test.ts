/**
 * Discounts that someone adds by hand at Stripe: to the subscription, to its item and to the customer. All of
 * them are shown, in the order in which Stripe takes them off, and charged as they were shown.
 */
import { expect, test } from 'vitest'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { previewPlan } from '#app/domain/billing/choose-plan.server.ts'
import { monthlyCents } from '#app/domain/billing/discounts.ts'
import { readBusinessDays } from '#app/domain/billing/figures/read-days.server.ts'
import { writeBusinessDay } from '#app/domain/billing/figures/write-day.server.ts'
import { listInvoices, readNextInvoice } from '#app/domain/billing/invoices.server.ts'
import { applyCoupon } from '#app/domain/billing/pay.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { describeDiscount, replacedWords } from '#app/routes/billing/billing-text.ts'
import { discountCustomer, discountItem } from '#workshop/doubles/stripe-billing/discounts.ts'
import { updateSubscription } from '#workshop/doubles/stripe-billing/subscriptions.ts'
import {
  choose,
  createBillingWorld,
  operation,
  teamWithCard,
} from '../../support/billing/paying-team.ts'

type Place = 'subscription' | 'item' | 'customer'

/** A team with a card, whose discounts can be set by hand. */
async function createTeam() {
  const world = await createBillingWorld()
  const { services, stripe, clock } = world
  const { account } = stripe
  stripe.addCoupon({ id: 'HALF', percent_off: 50, duration: 'forever' })
  stripe.addCoupon({ id: 'FIVE', amount_off: 500, currency: 'usd', duration: 'forever' })
  stripe.addCoupon({ id: 'ONCE', amount_off: 700, currency: 'usd', duration: 'once' })
  stripe.addCoupon({
    id: 'MONTHS',
    percent_off: 10,
    duration: 'repeating',
    duration_in_months: 2,
  })
  stripe.addCoupon({
    id: 'MONTH',
    percent_off: 20,
    duration: 'repeating',
    duration_in_months: 1,
  })
  const team = await teamWithCard(world)
  const { scope } = team
  const subscription = () => {
    const [one] = account.tables.subscription.values()
    if (!one) throw new Error('There is a subscription.')
    return one
  }
  return {
    choose: (planId: string, coupon: string | null = null) =>
      choose(world, team, { planId, coupon }),
    add(place: Place, coupon: string) {
      const [customer = ''] = account.tables.customer.keys()
      if (place === 'customer') {
        discountCustomer(account, customer, coupon)
        return
      }
      const { id, discounts } = subscription()
      if (place === 'item') discountItem(account, subscription(), coupon)
      else {
        const all = [...discounts.map((discount) => ({ discount })), { coupon }]
        updateSubscription(account, id, {
          discounts: Object.fromEntries(all.map((one, index) => [String(index), one])),
        })
      }
    },
    /** The sentence at the coupon field. */
    async readReplaced() {
      const { subscription: shown } = await readBilling(services, scope)
      return shown && replacedWords(shown.discount, shown)
    },
    applyCoupon: (code: string) =>
      applyCoupon(services, scope, { code, operation: operation(), userId: team.owner.id }),
    /** The discounts in words, the price of a month and the next invoice, as Billing shows them. */
    async read() {
      await syncBilling(services, scope)
      const { subscription: shown } = await readBilling(services, scope)
      if (!shown) throw new Error('Billing shows a subscription.')
      const next = await readNextInvoice(services, scope)
      return {
        words: shown.discount && describeDiscount(shown.discount, shown),
        monthly: monthlyCents(shown, services.now()),
        next: next?.totalCents,
      }
    },
    /** Cents that recur each month, as staff's figures count them. */
    async recurring() {
      await writeBusinessDay(services)
      const { days } = await readBusinessDays(services)
      return days.at(-1)?.monthlyNetCents
    },
    async renew(): Promise<number> {
      clock.advance(31 * dayMillis)
      await syncBilling(services, scope)
      return (await listInvoices(services, scope))[0]?.paidCents ?? 0
    },
    /** Orders as its screen does, and returns what was shown and what was charged, now and a month later. */
    async order(planId: string, coupon: string | null = null) {
      clock.advance(5 * dayMillis)
      const preview = await previewPlan(services, scope, { planId, coupon })
      if (!preview) throw new Error('There is a price.')
      const { countedFrom } = preview
      await choose(world, team, { planId, coupon, countedFrom })
      await syncBilling(services, scope)
      const [charged] = await listInvoices(services, scope)
      clock.advance(31 * dayMillis)
      await syncBilling(services, scope)
      const [later] = await listInvoices(services, scope)
      return {
        shown: [preview.totalCents, preview.nextCents],
        charged: [charged?.totalCents, later?.paidCents],
      }
    },
  }
}

test('a second discount is shown next to the first one, and both are in each amount', async () => {
  const team = await createTeam()
  await team.choose('plus', 'HALF')
  team.add('subscription', 'FIVE')

  expect(await team.read()).toEqual({
    words: '50% off each month and $5 off each month',
    monthly: 950,
    next: 950,
  })
  expect(await team.renew()).toBe(950)
})

test('an item’s discount is taken off before the subscription’s', async () => {
  const team = await createTeam()
  await team.choose('plus', 'HALF')
  team.add('item', 'FIVE')

  expect(await team.read()).toEqual({
    words: '$5 off each month and 50% off each month',
    monthly: 1_200,
    next: 1_200,
  })
  expect(await team.renew()).toBe(1_200)
})

test('a customer’s discount is shown, and a coupon of the subscription replaces it', async () => {
  const team = await createTeam()
  await team.choose('plus')
  team.add('customer', 'HALF')
  expect(await team.read()).toEqual({ words: '50% off each month', monthly: 1_450, next: 1_450 })
  expect(await team.renew()).toBe(1_450)

  expect(await team.readReplaced()).toBe('Applies instead of your discount, 50% off each month.')
  await team.applyCoupon('FIVE')
  expect(await team.readReplaced()).toBe('Replaces your discount, $5 off each month.')
  expect(await team.read()).toEqual({ words: '$5 off each month', monthly: 2_400, next: 2_400 })
  expect(await team.renew()).toBe(2_400)
})

test('one of two discounts ends, and the other one goes on', async () => {
  const team = await createTeam()
  await team.choose('plus', 'HALF')
  team.add('subscription', 'MONTHS')
  expect((await team.read()).monthly).toBe(1_305)
  expect(await team.renew()).toBe(1_305)
  await team.renew()
  expect(await team.read()).toEqual({ words: '50% off each month', monthly: 1_450, next: 1_450 })
  expect(await team.renew()).toBe(1_450)
})

test.each([
  ['ONCE', '$7 off your next invoice', 2_200, 2_200],
  ['MONTH', '20% off until Apr 2, 2026', 2_320, 1_450],
] as const)(
  'a customer’s discount comes back after %s of the subscription, and is shown before',
  async (coupon, first, monthly, next) => {
    const team = await createTeam()
    await team.choose('plus')
    team.add('customer', 'HALF')
    team.add('subscription', coupon)

    const words = `${first}, then 50% off each month`
    expect(await team.read()).toEqual({ words, monthly, next })
    expect(await team.recurring()).toBe(coupon === 'ONCE' ? 1_450 : 2_320)
    expect(await team.renew()).toBe(next)
    expect(await team.read()).toEqual({ words: '50% off each month', monthly: 1_450, next: 1_450 })
    expect(await team.recurring()).toBe(1_450)
    expect(await team.renew()).toBe(1_450)
  },
)

test.each<[string, [Place, string][], string | null]>([
  [
    'two of the subscription',
    [
      ['subscription', 'HALF'],
      ['subscription', 'FIVE'],
    ],
    null,
  ],
  [
    'one of them once',
    [
      ['subscription', 'HALF'],
      ['subscription', 'ONCE'],
    ],
    null,
  ],
  [
    'an item’s and the subscription’s',
    [
      ['item', 'FIVE'],
      ['subscription', 'HALF'],
    ],
    null,
  ],
  ['the customer’s', [['customer', 'HALF']], null],
  ['the customer’s, once', [['customer', 'ONCE']], null],
  [
    'the subscription’s once, before the customer’s',
    [
      ['customer', 'HALF'],
      ['subscription', 'ONCE'],
    ],
    null,
  ],
  ['the subscription’s for a month', [['subscription', 'MONTH']], null],
  [
    'the subscription’s for a month, before the customer’s',
    [
      ['customer', 'HALF'],
      ['subscription', 'MONTH'],
    ],
    null,
  ],
  [
    'an item’s, and the customer’s for a month',
    [
      ['item', 'FIVE'],
      ['customer', 'MONTH'],
    ],
    null,
  ],
  ['the customer’s, with a coupon for a month', [['customer', 'HALF']], 'MONTH'],
  ['the customer’s, with a coupon', [['customer', 'HALF']], 'FIVE'],
  ['the customer’s, with a coupon that applies once', [['customer', 'HALF']], 'ONCE'],
  ['an item’s, with a coupon', [['item', 'FIVE']], 'HALF'],
  ['an item’s that applies once', [['item', 'ONCE']], null],
  [
    'an item’s that applies once and one for good',
    [
      ['item', 'ONCE'],
      ['item', 'FIVE'],
    ],
    null,
  ],
  ['an item’s that applies once, with a coupon', [['item', 'ONCE']], 'HALF'],
  ['an item’s for a month', [['item', 'MONTH']], null],
])('a switch charges what its preview showed, with %s', async (_name, discounts, coupon) => {
  const team = await createTeam()
  await team.choose('plus')
  for (const [place, code] of discounts) team.add(place, code)

  const { shown, charged } = await team.order('genius', coupon)
  expect(charged).toEqual(shown)
})

test.each(['HALF', 'ONCE'])(
  'a first plan charges what its preview showed, with the customer’s %s',
  async (coupon) => {
    const team = await createTeam()
    team.add('customer', coupon)

    const { shown, charged } = await team.order('plus')
    expect(charged).toEqual(shown)
    expect(shown[0]).toBeLessThan(2_900)
  },
)
