import { expect, test } from 'vitest'
import { Refusal } from '#app/lib/errors.ts'
import { billingTypeOf, plans } from './catalog.ts'
import {
  entitlementsOf,
  gatesOf,
  minimumPlanFor,
  planIncludes,
  planWithMoreReviews,
  requireFeature,
  type TeamPlan,
} from './entitlements.ts'
import { featureFlags, type FeatureFlag } from './feature-flags.ts'
import { gateLabel, gateSentence } from './gate-text.ts'

const on = (plan: string, overrides: TeamPlan['overrides'] = {}) =>
  entitlementsOf({ plan, meteredBy: 'visitors', overrides })

const having = (flag: FeatureFlag) => [
  ...new Set(plans.filter((plan) => planIncludes(plan, flag)).map(({ name }) => name)),
]

const paid = ['Lite', 'Plus', 'Genius', 'Agency', 'Enterprise']
const unbranded = ['Genius', 'Agency', 'Enterprise']

test.each<[FeatureFlag, string[]]>([
  ['nudge_query_options.skipSeenNudges', paid],
  ['options.branding', unbranded],
  ['options.inlineBranding', unbranded],
  ['ai_engine', []],
  ['volume_discount', []],
])('%s is on the plans of the specification', (flag, names) => {
  expect(having(flag)).toEqual(names)
})

test('every plan includes all other features', () => {
  const everywhere = featureFlags.filter((flag) => having(flag).length === 7)

  expect(featureFlags.length - everywhere.length).toBe(5)
  expect(new Set(featureFlags).size).toBe(featureFlags.length)
})

test('the minimum plan is the first one that is metered alike, unless it is nearly free', () => {
  expect(minimumPlanFor('options.branding', billingTypeOf('card'))).toBe('Genius')
  expect(minimumPlanFor('options.branding', billingTypeOf('shopify'))).toBe('Genius')
  expect(minimumPlanFor('nudge_query_options.skipSeenNudges', billingTypeOf('wix'))).toBe('Lite')
  expect(minimumPlanFor('analytics', 'visitors')).toBe('')
  expect(minimumPlanFor('ai_engine', 'visitors')).toBe('')
})

test('nothing is needed for what the plan includes', () => {
  expect(on('genius').neededPlan('options.branding')).toBeNull()
  expect(on('free').neededPlan('options.branding')).toBe('Genius')
})

test('an unknown plan includes what the free one does', () => {
  const unknown = on('long-gone')

  expect(unknown.reviewsLimit).toBe(1)
  expect(unknown.neededPlan('nudge_query_options.skipSeenNudges')).toBe('Lite')
})

test('a grant or restriction by staff wins over the plan', () => {
  const features = { 'options.branding': true, analytics: false, unknown: true }
  const given = on('free', { features, reviewsLimit: 7, siteLimit: 2, memberLimit: 3 })

  expect(given.includes('options.branding')).toBe(true)
  expect(given.neededPlan('analytics')).toBe('')
  expect(given).toMatchObject({ reviewsLimit: 7, siteLimit: 2, memberLimit: 3 })
})

test.each<[string, number]>([
  ['free', 1],
  ['lite', 3],
  ['plus', 30],
  ['genius', 100],
  ['agency', 300],
  ['enterprise', 300],
])('%s shows up to %i reviews', (plan, limit) => {
  expect(on(plan).reviewsLimit).toBe(limit)
})

test('the plan with more reviews is the cheapest one that has more', () => {
  const more = (plan: string) => planWithMoreReviews({ plan, meteredBy: 'visitors', overrides: {} })

  expect(more('free')).toEqual({ name: 'Lite', limit: 3 })
  expect(more('genius')).toEqual({ name: 'Agency', limit: 300 })
  expect(more('enterprise')).toBeNull()
})

test('a gate and its refusal name the same plan', () => {
  const { neededPlan } = on('free')
  const gates = gatesOf({ neededPlan }, ['options.branding', 'analytics'])

  expect(gates).toEqual({ 'options.branding': 'Genius' })
  expect(gateLabel('Genius')).toBe('Genius plan and up')
  expect(gateSentence('Genius')).toBe('Available on the Genius plan and up.')
  expect(() => {
    requireFeature(on('free'), 'options.branding')
  }).toThrow(new Refusal('not_on_plan', gateSentence('Genius')))
  expect(new Refusal('not_on_plan', '').status).toBe(402)
})
