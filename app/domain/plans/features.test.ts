import { expect, test } from 'vitest'
import { plans } from './catalog.ts'
import { allowsFeature, minimumPlan, neededPlan } from './features.ts'

const allowing = (feature: Parameters<typeof allowsFeature>[1]) => [
  ...new Set(plans.filter(({ id }) => allowsFeature(id, feature)).map(({ name }) => name)),
]

test('seen nudges are skipped on every plan that costs something', () => {
  expect(allowing('skipSeenNudges')).toEqual(['Lite', 'Plus', 'Genius', 'Agency', 'Enterprise'])
})

test('the link to us goes away from Genius on', () => {
  expect(allowing('brandingRemoval')).toEqual(['Genius', 'Agency', 'Enterprise'])
})

test('the plan that is needed is the first one measured alike', () => {
  expect(minimumPlan('skipSeenNudges', 'visitors')).toBe('Lite')
  expect(minimumPlan('brandingRemoval', 'impressions')).toBe('Genius')
})

test('nothing is needed for what the own plan allows', () => {
  expect(neededPlan({ plan: 'genius', meteredBy: 'visitors' }, 'brandingRemoval')).toBeNull()
  expect(neededPlan({ plan: 'free', meteredBy: 'visitors' }, 'brandingRemoval')).toBe('Genius')
  expect(neededPlan({ plan: 'long-gone', meteredBy: 'visitors' }, 'skipSeenNudges')).toBe('Lite')
})
