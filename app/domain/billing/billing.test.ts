/** Rules without I/O. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findPlan } from '#app/domain/plans/catalog.ts'
import { billingDetailsInput } from './billing-details.ts'
import { allCouponWords, monthlyCents, offerFor, runningDiscount } from './discounts.ts'
import { isOffered } from './plan-issues.server.ts'
import { quantityOf } from './plan-quantity.ts'
import { lifeStates, stateAfter, subscriptionMoves } from './subscription-states.ts'
import { isVatId, vatIdExample } from './vat-id.ts'

test('a plan that is priced per site counts sites, and at least one', () => {
  expect([0, 1, 7].map((count) => quantityOf({ isPricedPerSite: true }, count))).toEqual([1, 1, 7])
  expect(quantityOf(findPlan('agency') ?? { isPricedPerSite: true }, 7)).toBe(1)
})

const discount = {
  code: null,
  percentOff: null,
  amountOffCents: null,
  duration: 'forever' as const,
  months: null,
  endsAt: null,
}

const at = new Date(Date.UTC(2026, 2, 9))
const nextInvoice = new Date(Date.UTC(2026, 2, 27))

test('each of several discounts is off what those before it leave, as long as it runs', () => {
  const price = { quantity: 1, unitCents: 2_900, period: null }
  const half = { ...discount, code: 'HALF', percentOff: 50 }
  const five = { ...discount, code: 'FIVE', amountOffCents: 500 }
  const both = { ...half, further: [five] }
  expect(monthlyCents({ ...price, discount: both }, at)).toBe(950)
  expect(monthlyCents({ ...price, discount: { ...five, further: [half] } }, at)).toBe(1_200)
  expect(allCouponWords(both, 'usd')).toBe('50% off, forever + $5 off, forever')

  const over = { ...half, endsAt: at.toISOString() }
  expect(runningDiscount({ ...over, further: [five] }, at)).toEqual(five)
  expect(runningDiscount({ ...five, further: [over] }, at)).toEqual(five)
  expect(runningDiscount({ ...over, further: [over] }, at)).toBeNull()
})

test('a customer’s discount counts once the subscription has none of its own', () => {
  const price = { quantity: 1, unitCents: 18_900, period: null, currency: 'usd' }
  const paid = { ...price, currentPeriodEndsAt: nextInvoice }
  const half = { ...discount, code: 'HALF', percentOff: 50, of: 'customer' as const }
  const five = { ...discount, code: 'FIVE', amountOffCents: 500 }
  const until = { ...five, endsAt: nextInvoice.toISOString(), further: [half] }
  expect([monthlyCents({ ...price, discount: until }, at), runningDiscount(until, at)]).toEqual([
    18_400,
    until,
  ])
  expect(monthlyCents({ ...price, discount: until }, nextInvoice)).toBe(9_450)
  expect(runningDiscount(until, nextInvoice)).toEqual(half)
  expect(offerFor({ ...paid, discount: until }, at)).toBeNull()

  const once = { ...five, duration: 'once' as const, further: [half] }
  expect(allCouponWords(once, 'usd')).toBe('$5 off once, then 50% off, forever')
  expect(offerFor({ ...paid, discount: once }, at)).toBeNull()
  const forever = { ...five, further: [half] }
  expect(allCouponWords(forever, 'usd')).toBe('$5 off, forever')
  expect(offerFor({ ...paid, discount: forever }, at)).toBe(12_400)
  // It ends before it could come back.
  const early = { ...until, further: [{ ...half, endsAt: at.toISOString() }] }
  expect(allCouponWords(early, 'usd')).toBe('$5 off, forever')
})

test('an offer isn’t made while an item of the plan has a discount, which would go on', () => {
  const price = { quantity: 1, unitCents: 18_900, period: null, currency: 'usd' }
  const paid = { ...price, currentPeriodEndsAt: nextInvoice }
  const five = { ...discount, code: 'FIVE', amountOffCents: 500 }
  expect(offerFor({ ...paid, discount: five }, at)).toBe(12_400)
  expect(offerFor({ ...paid, discount: { ...five, of: 'item' } }, at)).toBeNull()
})

test('a price after its discount, in whole cents', () => {
  const price = { quantity: 1, unitCents: 4_900, period: null }
  expect(monthlyCents({ ...price, discount: null }, at)).toBe(4_900)
  expect(monthlyCents({ ...price, discount: { ...discount, percentOff: 33 } }, at)).toBe(3_283)
  expect(monthlyCents({ ...price, discount: { ...discount, amountOffCents: 6_000 } }, at)).toBe(0)
})

test.each([
  ['two days ago', Date.UTC(2026, 2, 7), 18_900, 12_400],
  ['at this moment', at.getTime(), 18_900, 12_400],
  ['before the next invoice', Date.UTC(2026, 2, 20), 9_450, 12_400],
  ['with the next invoice', nextInvoice.getTime(), 9_450, 12_400],
  ['later', Date.UTC(2026, 3, 20), 9_450, null],
])('a discount that ends %s', (_name, endsAt, cents, offer) => {
  const half = { ...discount, percentOff: 50, endsAt: new Date(endsAt).toISOString() }
  const price = { quantity: 1, unitCents: 18_900, period: null }
  const paid = { ...price, currency: 'usd', discount: half, currentPeriodEndsAt: nextInvoice }
  expect(monthlyCents(paid, at)).toBe(cents)
  expect(offerFor(paid, at)).toBe(offer)
  expect(runningDiscount(half, at)).toEqual(cents === 18_900 ? null : half)
})

test('the offer is made only to a team that pays more', () => {
  const paid = {
    quantity: 1,
    currency: 'usd',
    period: null,
    discount: null,
    currentPeriodEndsAt: nextInvoice,
  }
  expect(offerFor({ ...paid, unitCents: 18_900 }, at)).toBe(12_400)
  expect(offerFor({ ...paid, unitCents: 8_900 }, at)).toBeNull()
  expect(offerFor({ ...paid, unitCents: 18_900, currency: 'eur' }, at)).toBeNull()
  const half = { ...discount, percentOff: 50 }
  expect(offerFor({ ...paid, unitCents: 18_900, discount: half }, at)).toBeNull()
})

test('a discount is off each invoice of a year, and a month is a twelfth; no offer by the month is made', () => {
  const period = { cents: 190_000, every: 'year', count: 1 } as const
  const price = { quantity: 1, unitCents: 15_833, period }
  // 190,000 / 12.
  expect(monthlyCents({ ...price, discount: null }, at)).toBe(15_833)
  // (190,000 − 6,000) / 12.
  const off = { ...discount, amountOffCents: 6_000 }
  expect(monthlyCents({ ...price, discount: off }, at)).toBe(15_333)
  const paid = { ...price, currency: 'usd', discount: null, currentPeriodEndsAt: nextInvoice }
  expect(offerFor(paid, at)).toBeNull()
})

const form = {
  billing_name: 'Ann',
  billing_address: '1 Main Street',
  billing_city: 'Utrecht',
  billing_country: 'nl',
}

test('billing details: a listed country, and a VAT ID in its format', () => {
  const parsed = billingDetailsInput.parse({ ...form, vat_id: 'NL 1234.56789 B12' })
  expect(parsed).toMatchObject({ billing_country: 'NL', vat_id: 'NL 1234.56789 B12' })
  const errorsOf = (fields: object) =>
    billingDetailsInput
      .safeParse({ ...form, ...fields })
      .error?.issues.map(({ path }) => path.join('.'))
  expect(errorsOf({ vat_id: 'DE123456789' })).toEqual(['vat_id'])
  expect(errorsOf({ billing_country: 'ZZ' })).toContain('billing_country')
  expect(errorsOf({ billing_name: ' ' })).toEqual(['billing_name'])
  expect(errorsOf({ extra_billing_information: 'x'.repeat(501) })).toEqual([
    'extra_billing_information',
  ])
})

test('a field of the billing details that is missing is refused in our own words', () => {
  const issues = billingDetailsInput.safeParse({}).error?.issues ?? []

  expect(issues.map(({ message }) => message)).toEqual([
    'Enter a name.',
    'Enter an address.',
    'Enter a city.',
    'Select a country.',
  ])
})

test('each example of a VAT ID is one of its country, and of no other', () => {
  const countries = ['AT', 'BE', 'CH', 'DE', 'ES', 'FR', 'GB', 'GR', 'IE', 'IT', 'NL', 'NO', 'PL']
  for (const country of countries) {
    const example = vatIdExample(country) ?? ''
    expect(
      countries.filter((one) => isVatId(one, example)),
      country,
    ).toEqual([country])
  }
  expect(isVatId('US', '12')).toBe(false)
})

test('docs/billing.md draws the table of states', () => {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const table = [
    row(['State', ...subscriptionMoves]),
    `|${'---|'.repeat(subscriptionMoves.length + 1)}`,
    ...lifeStates.map((state) =>
      row([state, ...subscriptionMoves.map((move) => stateAfter(state, move) ?? '–')]),
    ),
  ].join('\n')
  expect(readFileSync('docs/billing.md', 'utf8')).toContain(table)
})

test('an ended subscription stays ended, and every other state can end', () => {
  for (const state of lifeStates) {
    const ends = subscriptionMoves.filter((move) => stateAfter(state, move) !== null)
    if (state === 'ended') expect(ends).toEqual([])
    else expect(stateAfter(state, 'end')).toBe('ended')
  }
})

test('a discontinued plan can’t be chosen, and neither can another channel’s', () => {
  const plus = findPlan('plus')
  if (!plus) throw new Error('There is a plan Plus.')
  expect(isOffered(plus, { freePlanId: 'free', plansOf: 'card' })).toBe(true)
  expect(isOffered({ ...plus, isActive: false }, { freePlanId: 'free', plansOf: 'card' })).toBe(
    false,
  )
  expect(isOffered(plus, { freePlanId: 'free-shopify', plansOf: 'shopify' })).toBe(false)
  expect(isOffered(plus, { freePlanId: 'free', plansOf: 'wix' })).toBe(false)
})
