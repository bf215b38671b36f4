/** With Stripe Tax, a price is charged as shown: it's shown again once its tax depends on something else. */
import { expect, test } from 'vitest'
import { minuteMillis } from '#app/lib/time.ts'
import { address, createShop, windowWith } from '../../support/billing/billing-shop.ts'
import { fieldsOf } from '../../support/billing/screen-forms.ts'

type Shop = Awaited<ReturnType<typeof createShop>>

const calculatedAgain = 'We’ve just calculated the price again. Check it before you confirm.'

const german = { ...address, billing_country: 'DE' }

const charged = ({ world }: Shop) =>
  [...world.stripe.account.tables.invoice.values()].map(({ amount_paid: paid }) => paid)

const dueOf = (text: string) =>
  Math.round(Number(/Due now<\/dt><dd[^>]*>\$([\d.]+)</.exec(text)?.[1]) * 100)

const customerOf = ({ world }: Shop) => {
  const [customer] = world.stripe.account.tables.customer.values()
  if (!customer) throw new Error('There is no customer.')
  return customer
}

const changes: Record<string, (shop: Shop) => unknown> = {
  'the billing country': ({ enterCard }) => enterCard('german', german),
  'the VAT ID': ({ post }) => post('/billing/details', { ...german, vat_id: 'DE123456789' }),
  'the address at Stripe': (shop) => {
    customerOf(shop).address = { ...customerOf(shop).address, country: 'FR' }
  },
}

test.each(
  Object.keys(changes).flatMap((what) => [
    ['a first plan', null, what] as const,
    ['a switch', 'plus', what] as const,
  ]),
)(
  '%s (from %s) isn’t charged with another tax than shown after a change of %s',
  async (_order, from, what) => {
    const shop = await createShop({ STRIPE_TAX: '1' })
    const { world, enterCard, choose, post } = shop
    const isVatId = what === 'the VAT ID'
    await (isVatId ? enterCard('german', german) : enterCard('visa'))
    if (from !== null) await choose(from)
    await world.advance(minuteMillis)
    const before = charged(shop)
    const path = '/billing/plan/agency'
    const send = await windowWith(shop, path)
    await changes[what]?.(shop)

    const late = await send()
    expect([late.status, late.text]).toEqual([409, expect.stringContaining(calculatedAgain)])
    expect(charged(shop)).toEqual(before)

    // The second form has the price that is charged.
    expect((await post(path, fieldsOf(late.text))).location).toBe('/billing/checkout/success')
    expect(charged(shop)).toEqual([...before, dueOf(late.text)])
  },
)
