/** The price of a switch on its screen, and the credit that it can leave. */
import { expect, test } from 'vitest'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { createShop } from '../../support/billing/billing-shop.ts'

test('a switch with a coupon shows its price first, and charges that', async () => {
  const { world, open, enterCard, choose } = await createShop()
  world.stripe.addCoupon({
    id: 'HALF3',
    percent_off: 50,
    duration: 'repeating',
    duration_in_months: 3,
  })
  world.stripe.addCoupon({ id: 'ONCE', percent_off: 10, duration: 'once' })
  await enterCard('visa')
  await choose('genius')
  const page = await open('/billing/plan/enterprise')
  expect(page.text).toContain('name="shown_coupon" value=""')
  expect(page.text).toContain('$140')

  const unknown = await choose('enterprise', { coupon: 'NOPE', shown_coupon: '' })
  expect([unknown.status, unknown.text]).toEqual([
    422,
    expect.stringContaining('This coupon code is invalid.'),
  ])
  const entered = await choose('enterprise', { coupon: 'HALF3', shown_coupon: '' })
  expect([entered.status, entered.location]).toEqual([302, '/billing/plan/enterprise?coupon=HALF3'])
  const shown = (await open('/billing/plan/enterprise?coupon=HALF3')).text
  expect(shown).toContain('name="shown_coupon" value="HALF3"')
  expect(shown).toContain('−$94.50')
  expect(shown).toMatch(/Next invoice: \$94\.50 on [^.]*\. Both with the coupon HALF3\./)
  expect((await open('/billing/plan/enterprise?coupon=ONCE')).text).toContain(
    'Next invoice: $189 on',
  )
  // Its removal changes the price, too.
  expect((await choose('enterprise', { coupon: '', shown_coupon: 'HALF3' })).location).toMatch(
    /\/billing\/plan\/enterprise$/,
  )
  const order = { coupon: 'HALF3', shown_coupon: 'HALF3' }
  expect((await choose('enterprise', order)).location).toBe('/billing/checkout/success')

  const invoices = [...world.stripe.account.tables.invoice.values()]
  expect(invoices.map(({ total }) => total)).toEqual([4_900, 18_900 / 2 - 4_900])
  // Discounted time is credited as it was paid.
  const back = (await open('/billing/plan/agency')).text
  expect(back).toContain('Discount added back')
})

test('credit has its columns among the invoices, and its panel while some is left', async () => {
  const { world, team, open, enterCard, choose } = await createShop()
  await enterCard('visa')
  await choose('genius')
  expect((await open('/billing')).text).not.toContain('Credit')
  await choose('lite')

  const shown = (await open('/billing')).text
  expect(shown).toContain('$40 left from switching to a plan that costs less.')
  expect(shown).toContain('+$40')
  // A session that isn't used for a month ends.
  await world.advance(16 * dayMillis)
  await open('/billing')
  await world.advance(15 * dayMillis)
  await syncBilling(world.services, team.scope)
  const used = (await open('/billing')).text
  expect(used).toContain('−$9')
  expect(used).toContain('$31 left from switching')
})
