/** The price of a switch on its screen, and the credit that it can leave. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { acceptOffer } from '#app/domain/billing/cancel-plan.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { createShop, windowWith } from '../../support/billing/billing-shop.ts'

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
  expect(shown).not.toContain('applies once')
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

test('a first plan with a coupon shows its price first, and charges that', async () => {
  const { world, open, enterCard, choose } = await createShop()
  world.stripe.addCoupon({ id: 'ONCE', percent_off: 50, duration: 'once' })
  await enterCard('visa')
  const page = (await open('/billing/plan/genius')).text
  expect(page).toMatch(/Due now<\/dt><dd[^>]*>\$49</)
  expect(page).toContain('name="shown_coupon" value=""')

  const entered = await choose('genius', { coupon: 'ONCE', shown_coupon: '' })
  expect([entered.status, entered.location]).toEqual([302, '/billing/plan/genius?coupon=ONCE'])
  const shown = (await open('/billing/plan/genius?coupon=ONCE')).text
  expect(shown).toMatch(/Due now<\/dt><dd[^>]*>\$24\.50</)
  expect(shown).toMatch(/Next invoice: \$49 on [^.]*\. The coupon ONCE applies once, now\./)
  const order = { coupon: 'ONCE', shown_coupon: 'ONCE' }
  expect((await choose('genius', order)).location).toBe('/billing/checkout/success')

  const [invoice] = world.stripe.account.tables.invoice.values()
  expect(invoice?.total).toBe(2_450)
})

test('a switch that leaves credit charges no card', async () => {
  const { open, enterCard, choose } = await createShop()
  await enterCard('visa')
  await choose('genius')

  const down = (await open('/billing/plan/lite')).text
  expect(down).toContain('This costs nothing now. Later invoices go to Visa ending in 4242')
  expect(down).not.toContain('Charged to')
  expect((await open('/billing/plan/agency')).text).toContain('Charged to Visa ending in 4242')
})

test('the offer of a cancellation ends with a switch, and no coupon replaces it then', async () => {
  const { world, team, owner, open, enterCard, choose } = await createShop()
  await enterCard('visa')
  await choose('enterprise')
  await acceptOffer(world.services, team.scope, { operation: randomUUID(), userId: owner.id })

  const page = (await open('/billing/plan/agency')).text
  expect(page).toContain(
    'Your $65 discount is only for the Enterprise plan. It ends when you switch.',
  )
  expect(page).not.toContain('Replaces your discount')
  expect((await open('/billing')).text).toContain('Replaces your discount, $65 off each month.')
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

test.each([
  ['that costs more than the credit', 'genius', 'agency'],
  ['that costs less than the credit', 'agency', 'genius'],
] as const)(
  'a switch %s shows the credit that a waiting one holds',
  async (_name, from, planId) => {
    const shop = await createShop()
    const { world, team, owner, enterCard, choose, open } = shop
    await enterCard('visa')
    await choose(from)
    await world.advance(15 * dayMillis)
    owner.cookie = `token=${await world.logIn(owner)}`
    await choose('plus')
    const [customer] = world.stripe.account.tables.customer.values()
    const credit = -(customer?.balance ?? 0)
    expect(credit).toBeGreaterThan(0)
    await enterCard('asking')
    const price = async () => {
      const { text } = await open(`/billing/plan/${planId}`)
      const [, due = ''] = /Due now<\/dt><dd[^>]*>\$([\d.]+)</.exec(text) ?? []
      const [, next = ''] = /Next invoice: \$([\d.]+)/.exec(text) ?? []
      return [due, next].map((amount) => Math.round(Number(amount) * 100))
    }
    const before = await price()
    await choose('enterprise')
    expect(customer?.balance).toBe(0)

    expect(await price()).toEqual(before)
    const send = await windowWith(shop, `/billing/plan/${planId}`)
    await send()
    await syncBilling(world.services, team.scope)
    const newest = [...world.stripe.account.tables.invoice.values()].at(-1)
    expect(newest?.amount_due).toBe(before[0])
    expect(newest?.total).toBeGreaterThan(0)
  },
)
