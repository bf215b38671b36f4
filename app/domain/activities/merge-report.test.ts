/** The reports of one order result in the same activity, in any sequence. */
import { expect, test } from 'vitest'
import { isOtherOrder, mergeReport, type MergedFacts } from './merge-report.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 26, 10, minute))

const bare: MergedFacts = {
  kind: 'purchase',
  firstName: null,
  emailHash: null,
  city: null,
  country: null,
  productTitle: null,
  productUrl: null,
  productImage: null,
  amountCents: 2450,
  currency: 'EUR',
  state: 'confirmed',
  stateAt: null,
  isConfirmed: true,
  isTest: false,
  isShowable: true,
  occurredAt: at(0),
}
const reversal = (state: 'cancelled' | 'refunded', minute: number | null): MergedFacts => ({
  ...bare,
  amountCents: 0,
  state,
  stateAt: minute === null ? null : at(minute),
  isConfirmed: false,
  isShowable: false,
  occurredAt: at(30),
})
const paid = (minute: number, more: Partial<MergedFacts> = {}): MergedFacts => ({
  ...bare,
  stateAt: at(minute),
  ...more,
})
const tray = { productTitle: 'Oak tray', productUrl: 'https://shop.example/oak-tray' }
const whole = { ...tray, productImage: 'https://shop.example/oak.jpg', firstName: 'Emma' }
const place = { city: 'Utrecht', country: 'NL', emailHash: 'aa' }

/** Repeatable: a small generator of Park and Miller. */
function shuffled<Value>(values: readonly Value[], seed: number): Value[] {
  let state = seed
  return values
    .map((value) => ({ value, key: (state = (state * 48_271) % 2_147_483_647) }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ value }) => value)
}

test.each<[life: string, reports: MergedFacts[], result: Partial<MergedFacts>]>([
  [
    'details that come bit by bit',
    [paid(1), paid(2, tray), paid(3, whole), paid(4, { ...whole, ...place })],
    { ...whole, ...place, state: 'confirmed', isShowable: true, occurredAt: at(0) },
  ],
  [
    'paid after it was canceled',
    [reversal('cancelled', 1), paid(2, whole)],
    { ...whole, state: 'confirmed', isShowable: true, amountCents: 2450, occurredAt: at(0) },
  ],
  [
    'refunded after it was paid',
    [paid(1), paid(2, whole), reversal('refunded', 5)],
    { ...whole, state: 'refunded', isShowable: false, amountCents: 2450, occurredAt: at(0) },
  ],
  [
    'paid again, as the service says',
    [paid(1, whole), reversal('refunded', 5), paid(9, whole)],
    { state: 'confirmed', isShowable: true, amountCents: 2450 },
  ],
  [
    'refunded at a service that names no moments',
    [bare, { ...bare, ...whole }, reversal('refunded', null)],
    { ...whole, state: 'refunded', isShowable: false },
  ],
  [
    'canceled and refunded in the same second',
    [paid(1, tray), reversal('cancelled', 5), reversal('refunded', 5)],
    { state: 'refunded', isShowable: false },
  ],
])('%s', (_life, reports, result) => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const [first, ...rest] = shuffled([...reports, ...reports.slice(0, 2)], seed)
    const merged = rest.reduce((stored, report) => mergeReport(stored, report), first ?? bare)
    expect(merged).toMatchObject(result)
  }
})

test('the stored facts stay, and what belongs to another person or product isn’t mixed in', () => {
  const stored = paid(1, { ...tray, firstName: 'Emma', country: 'NL' })
  const other = paid(2, {
    firstName: 'Zoe',
    city: 'Lyon',
    country: 'FR',
    productTitle: 'Blue lamp',
    productImage: 'https://shop.example/lamp.jpg',
    amountCents: 9000,
  })
  expect(mergeReport(stored, other)).toEqual({ ...stored, stateAt: at(2) })
})

test('another person’s order of another day is another order', () => {
  const emma = paid(1, { emailHash: 'aa' })
  const later = new Date(emma.occurredAt.getTime() + 3 * 86_400_000)
  expect(isOtherOrder(emma, paid(2, { emailHash: 'bb', occurredAt: later }))).toBe(true)
  expect(isOtherOrder(emma, paid(2, { emailHash: 'aa', occurredAt: later }))).toBe(false)
  expect(isOtherOrder(emma, paid(2, { emailHash: 'bb' }))).toBe(false)
  expect(isOtherOrder(emma, paid(2, { occurredAt: later }))).toBe(false)
})
