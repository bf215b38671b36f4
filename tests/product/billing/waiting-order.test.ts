/** A first order whose payment waits for its bank: its screens show its price, which is the one that is charged. */
import { expect, test } from 'vitest'
import { auditEntries } from '#app/db/schema/index.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { discountCustomer } from '#workshop/doubles/stripe-billing/discounts.ts'
import { createShop, newestQuestion, windowWith } from '../../support/billing/billing-shop.ts'
import { fieldsOf } from '../../support/billing/screen-forms.ts'

type Shop = Awaited<ReturnType<typeof createShop>>

const dueOf = (text: string) => /Due now<\/dt><dd[^>]*>\$([\d.]+)</.exec(text)?.[1]

const paid = ({ world }: Shop) =>
  [...world.stripe.account.tables.invoice.values()]
    .filter(({ status }) => status === 'paid')
    .map(({ amount_paid: cents }) => cents)

const customerOf = ({ world }: Shop) => {
  const [id = ''] = world.stripe.account.tables.customer.keys()
  return id
}

/** A code that staff gave, and that works once. */
function giveCode({ world: { stripe }, ...shop }: Shop, terms: object = {}): void {
  stripe.addCoupon({
    id: 'giftc',
    percent_off: 50,
    duration: 'forever',
    max_redemptions: 1,
    ...terms,
  })
  const customer = customerOf({ world: { stripe }, ...shop } as Shop)
  stripe.addPromotionCode({ code: 'GIFT-ABC', coupon: 'giftc', customer, max_redemptions: 1 })
}

/** The bank asks, and says no. */
async function orderPlus(shop: Shop, query = '') {
  const path = `/billing/plan/plus${query}`
  const fields = fieldsOf((await shop.open(path)).text)
  await shop.post('/billing/plan/plus', fields)
  shop.world.stripe.authenticate(newestQuestion(shop.world.stripe), false)
  return fields
}

const shopWithAskingBank = async () => {
  const shop = await createShop()
  await shop.enterCard('asking')
  return shop
}

test('an order keeps its coupon that works once: sent again, and paid with another card', async () => {
  const shop = await shopWithAskingBank()
  const { world, team, open, post, enterCard } = shop
  giveCode(shop)
  const fields = await orderPlus(shop, '?coupon=GIFT-ABC')

  // The bank asks again.
  expect((await post('/billing/plan/plus', fields)).status).toBe(200)
  expect(paid(shop)).toEqual([])
  world.stripe.authenticate(newestQuestion(world.stripe), false)

  await enterCard('visa')
  const { text } = await open('/billing/plan/plus')
  expect(dueOf(text)).toBe('14.50')
  expect(text).toContain('This order is with the coupon GIFT-ABC.')
  expect(text).toContain('Next invoice: $14.50 on Apr 2, 2026. Both with the coupon GIFT-ABC.')
  expect((await open('/billing')).text).toContain(
    'After that, the order is canceled. If you used a coupon code that works once, it can’t be used again then.',
  )
  expect((await post('/billing/plan/plus', fieldsOf(text))).location).toBe(
    '/billing/checkout/success',
  )
  await world.advance(32 * dayMillis)
  await syncBilling(world.services, team.scope)
  expect(paid(shop)).toEqual([1_450, 1_450])
})

test('a code for first purchases is kept by its order, and can be used for one that replaces it', async () => {
  const shop = await shopWithAskingBank()
  const { world, open, post, enterCard } = shop
  world.stripe.addCoupon({ id: 'welcome', percent_off: 50, duration: 'forever' })
  world.stripe.addPromotionCode({
    code: 'WELCOME',
    coupon: 'welcome',
    restrictions: {
      first_time_transaction: true,
      minimum_amount: null,
      minimum_amount_currency: null,
    },
  })
  const fields = await orderPlus(shop, '?coupon=WELCOME')
  expect((await post('/billing/plan/plus', fields)).status).toBe(200)

  await enterCard('visa')
  const { text } = await open('/billing/plan/genius?coupon=WELCOME')
  expect(dueOf(text)).toBe('24.50')
  expect(text).toContain('Your order for the Plus plan isn’t paid yet')
  expect((await post('/billing/plan/genius', fieldsOf(text))).location).toBe(
    '/billing/checkout/success',
  )
  expect(paid(shop)).toEqual([2_450])
})

test('an order is charged as its page shows it, whatever a new one would cost', async () => {
  const shop = await shopWithAskingBank()
  const { world, open, post, enterCard } = shop
  world.stripe.addCoupon({ id: 'HALF', percent_off: 50, duration: 'forever' })
  await orderPlus(shop)
  discountCustomer(world.stripe.account, customerOf(shop), 'HALF')
  await enterCard('visa')

  const { text } = await open('/billing/plan/plus')
  expect(dueOf(text)).toBe('29')
  await post('/billing/plan/plus', fieldsOf(text))
  expect(paid(shop)).toEqual([2_900])
})

test('an order with a coupon that applies once is shown with it, also without the code', async () => {
  const shop = await shopWithAskingBank()
  const { world, open, post, enterCard } = shop
  world.stripe.addCoupon({ id: 'ONCE', percent_off: 50, duration: 'once' })
  await orderPlus(shop, '?coupon=ONCE')
  await enterCard('visa')

  const { text } = await open('/billing/plan/plus')
  expect(dueOf(text)).toBe('14.50')
  expect(text).toContain('Next invoice: $29 on Apr 2, 2026. The coupon ONCE applies once, now.')
  await post('/billing/plan/plus', fieldsOf(text))
  expect(paid(shop)).toEqual([1_450])
})

test('an order isn’t paid by a window that showed another price', async () => {
  const shop = await shopWithAskingBank()
  const { world, post, enterCard } = shop
  world.stripe.addCoupon({ id: 'HALF', percent_off: 50, duration: 'forever' })
  discountCustomer(world.stripe.account, customerOf(shop), 'HALF')
  const send = await windowWith(shop, '/billing/plan/plus')
  for (const customer of world.stripe.account.tables.customer.values()) customer.discount = null
  await orderPlus(shop)
  await enterCard('visa')

  const late = await send()
  expect([late.status, dueOf(late.text)]).toEqual([409, '29'])
  expect(paid(shop)).toEqual([])
  await post('/billing/plan/plus', fieldsOf(late.text))
  expect(paid(shop)).toEqual([2_900])
})

test('a code in other letters is the order’s', async () => {
  const shop = await shopWithAskingBank()
  const { world, post } = shop
  world.stripe.addCoupon({ id: 'halfc', percent_off: 50, duration: 'forever' })
  world.stripe.addPromotionCode({ code: 'HALF', coupon: 'halfc' })
  const fields = await orderPlus(shop, '?coupon=half')

  expect((await post('/billing/plan/plus', fields)).status).toBe(200)
  expect(world.stripe.account.tables.subscription.size).toBe(1)
})

test('credit that an order took is in its price, and in that of one that replaces it', async () => {
  const shop = await shopWithAskingBank()
  const { world, open, post, enterCard } = shop
  for (const customer of world.stripe.account.tables.customer.values()) customer.balance = -2_000
  await orderPlus(shop)
  expect(dueOf((await open('/billing/plan/plus')).text)).toBe('9')

  await enterCard('visa')
  const { text } = await open('/billing/plan/genius')
  expect(dueOf(text)).toBe('29')
  await post('/billing/plan/genius', fieldsOf(text))
  expect(paid(shop)).toEqual([2_900])
})

test('Billing shows what an order costs, and until when it can be paid', async () => {
  const shop = await shopWithAskingBank()
  giveCode(shop)
  await orderPlus(shop, '?coupon=GIFT-ABC')

  const { text } = await shop.open('/billing')
  expect(text).toMatch(/The plan starts once \$14\.50 is paid, until [^<]*\./)
})

test('an order can be canceled, from Billing and in place of the free plan', async () => {
  const shop = await shopWithAskingBank()
  const { world, open, post } = shop
  await orderPlus(shop)

  expect((await open('/billing')).text).toContain('href="/billing/cancel">Cancel order</a>')
  expect((await open('/billing/plan/free')).location).toBe('/billing/cancel')
  const { text } = await open('/billing/cancel')
  expect(text).toContain('Cancel your order for the Plus plan?')
  expect(text).toMatch(/You stay on the Free plan, and nothing is charged\./)
  expect(text).not.toContain('still owed')
  expect(text).not.toContain('resume')
  expect((await post('/billing/cancel', fieldsOf(text, 'cancel'))).location).toBe('/billing')

  const states = [...world.stripe.account.tables.invoice.values()].map(({ status }) => status)
  expect(states).toEqual(['void'])
  const acts = await world.services.db.system.select({ act: auditEntries.act }).from(auditEntries)
  expect(acts).toContainEqual({ act: 'billing.order_cancelled' })
  const after = (await open('/billing')).text
  expect(after).not.toContain('isn’t complete')
  expect(after).not.toContain('Cancel order')
})

test('an order that is paid while it’s canceled starts its plan', async () => {
  const shop = await shopWithAskingBank()
  const { world, open, post } = shop
  await post('/billing/plan/plus', fieldsOf((await open('/billing/plan/plus')).text))
  const send = await windowWith(shop, '/billing/cancel', 'cancel')
  world.stripe.authenticate(newestQuestion(world.stripe), true)

  expect((await send()).status).toBe(409)
  expect(paid(shop)).toEqual([2_900])
  expect((await open('/billing/cancel')).text).toContain('Cancel the Plus plan?')
})

test('an order whose bank is processing its payment can’t be canceled', async () => {
  const shop = await createShop()
  const { world, open } = shop
  await shop.enterCard('visa')
  for (const [id] of world.stripe.account.cards) world.stripe.account.cards.set(id, 'takes days')
  await shop.choose('plus')

  expect((await open('/billing')).text).not.toContain('Cancel order')
  expect((await open('/billing/cancel')).location).toBe('/billing')
})
