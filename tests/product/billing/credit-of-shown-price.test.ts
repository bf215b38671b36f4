/** A price is charged as shown: it's shown again once the customer's credit at Stripe is another. */
import { expect, test } from 'vitest'
import { minuteMillis } from '#app/lib/time.ts'
import { createShop, windowWith } from '../../support/billing/billing-shop.ts'
import { fieldsOf } from '../../support/billing/screen-forms.ts'

const calculatedAgain = 'We’ve just calculated the price again. Check it before you confirm.'

test.each([
  ['a first plan', null, 2_000, 0],
  ['a first plan', null, 0, 2_000],
  ['a switch', 'lite', 2_000, 0],
  ['a switch', 'lite', 500, 1_000],
] as const)(
  '%s (from %s) with a credit of %s isn’t charged with %s',
  async (_order, from, shown, left) => {
    const shop = await createShop()
    const { world, enterCard, choose, post } = shop
    await enterCard('visa')
    if (from !== null) await choose(from)
    await world.advance(minuteMillis)
    const [customer] = world.stripe.account.tables.customer.values()
    if (!customer) throw new Error('There is no customer.')
    const charged = () =>
      [...world.stripe.account.tables.invoice.values()].map(({ amount_paid: paid }) => paid)
    const before = charged()
    customer.balance = -shown
    const path = '/billing/plan/plus'
    const send = await windowWith(shop, path)
    customer.balance = -left

    const late = await send()
    expect([late.status, late.text]).toEqual([409, expect.stringContaining(calculatedAgain)])
    expect(charged()).toEqual(before)
    const due = Math.round(Number(/Due now<\/dt><dd[^>]*>\$([\d.]+)</.exec(late.text)?.[1]) * 100)
    expect((await post(path, fieldsOf(late.text))).location).toBe('/billing/checkout/success')
    expect(charged()).toEqual([...before, due])
  },
)
