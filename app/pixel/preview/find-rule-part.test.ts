import { expect, test } from 'vitest'
import { everywhere, type NudgeRules } from '#app/contract/nudge-rules.ts'
import type { RulePart } from '#app/contract/pixel.ts'
import { findRulePart } from './find-rule-part.ts'

const moment = {
  address: '/shirt',
  country: 'NL',
  isMobile: false,
  now: 1000,
  visitor: { isReturning: false, seen: [] },
}

const cases: [RulePart, Partial<NudgeRules>][] = [
  ['page', { pages: [{ match: 'exact', value: '/socks' }] }],
  ['page', { notPages: [{ match: 'contains', value: 'shirt' }] }],
  ['device', { devices: ['mobile'] }],
  ['time', { from: 2000 }],
  ['time', { until: 1000 }],
  ['audience', { audience: 'returning' }],
  ['kind', { kinds: ['cart'] }],
]

test.each(cases)('the %s is found that excludes the page: %j', (part, rules) => {
  expect(findRulePart({ rules: Object.assign({}, everywhere, rules) }, moment)).toBe(part)
})

test('so is the country', () => {
  expect(findRulePart({ countries: ['DE'] }, moment)).toBe('country')
  expect(
    findRulePart({ countries: ['NL'], rules: { ...everywhere, devices: ['mobile'] } }, moment),
  ).toBe('device')
})

test('items for other pages are no part of it', () => {
  expect(findRulePart({}, moment)).toBe('page_rule')
})
