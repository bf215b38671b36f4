import { expect, test } from 'vitest'
import { boostInput, couponInput, seatsInput, trialInput } from './team-plan-input.ts'

const coupon = (fields: Record<string, string>) =>
  couponInput.safeParse({ intent: 'coupon', kind: 'percent', duration: 'once', ...fields })

test.each([
  [{ off: '50' }, { percentOff: 50, amountOffCents: null, duration: 'once', months: null }],
  [
    { kind: 'amount', off: '4.35', duration: 'repeating', months: '3' },
    { percentOff: null, amountOffCents: 435, duration: 'repeating', months: 3 },
  ],
  [
    { off: '100', duration: 'forever', months: '3' },
    { percentOff: 100, amountOffCents: null, duration: 'forever', months: null },
  ],
])('%o are terms of a coupon', (fields, terms) => {
  expect(coupon(fields).data).toEqual({ intent: 'coupon', terms })
})

test.each([
  [{ off: '' }, 'off'],
  [{ off: '0' }, 'off'],
  [{ off: '101' }, 'off'],
  [{ off: '12.5' }, 'off'],
  [{ off: 'half' }, 'off'],
  [{ kind: 'amount', off: '0.001' }, 'off'],
  [{ kind: 'amount', off: '-5' }, 'off'],
  [{ kind: 'amount', off: 'Infinity' }, 'off'],
  [{ off: '50', duration: 'repeating' }, 'months'],
  [{ off: '50', duration: 'repeating', months: '0' }, 'months'],
  [{ off: '50', duration: 'repeating', months: '1.5' }, 'months'],
])('%o is refused at %s', (fields, field) => {
  expect(coupon(fields).error?.issues.map(({ path }) => path.join('.'))).toEqual([field])
})

test('days and units have bounds', () => {
  const trial = (days: string) =>
    trialInput.safeParse({ intent: 'trial', plan: 'plus', days }).success
  const boost = (units: string) =>
    boostInput.safeParse({ intent: 'boost', units, days: '30' }).success
  expect([trial('1'), trial('366'), trial('0'), trial('367'), trial('')]).toEqual([
    ...[true, true, false, false, false],
  ])
  expect([boost('1'), boost('0'), boost('1.5'), boost('1e12')]).toEqual([true, false, false, false])
})

test('a boost is for all sites, or for one', () => {
  const siteOf = (fields: { site?: string }) =>
    boostInput.safeParse({ intent: 'boost', units: '1', days: '30', ...fields }).data?.site
  expect([siteOf({}), siteOf({ site: '' }), siteOf({ site: '7' })]).toEqual([null, null, 7])
  expect([siteOf({ site: 'x' }), siteOf({ site: '-1' }), siteOf({ site: '1.5' })]).toEqual([
    ...[undefined, undefined, undefined],
  ])
})

test.each([
  ['', null],
  [' 5 ', 5],
  ['10000', 10_000],
])('“%s” seats are %s', (members, read) => {
  expect(seatsInput.parse({ intent: 'seats', members, sites: '' })).toEqual({
    intent: 'seats',
    members: read,
    sites: null,
  })
})

test.each(['0', '-1', '1.5', 'many', '10001', 'Infinity'])('“%s” seats are refused', (sites) => {
  const { error } = seatsInput.safeParse({ intent: 'seats', members: '', sites })

  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['sites'])
})
