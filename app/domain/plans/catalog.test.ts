import { expect, test } from 'vitest'
import { Refusal } from '#app/lib/errors.ts'
import { findPlan, planLimitOf, plans } from './catalog.ts'

const planOf = (id: string) => {
  const plan = findPlan(id)
  if (!plan) throw new Error(`There is no plan ${id}.`)
  return plan
}

// The specification's table: price in dollars, visitors, reviews, impressions.
test.each([
  ['free', 0, 1_000, 1, 300],
  ['free-special-shopify', 0, 5_000, 30, undefined],
  ['lite', 9, 10_000, 3, 3_000],
  ['plus', 29, null, 30, 30_000],
  ['genius', 49, 100_000, 100, 100_000],
  ['agency', 89, 300_000, 300, 300_000],
  // The sample team's reviews; the table has 0.
  ['enterprise', 189, 1_000_000, 300, 1_000_000],
])('%s has the numbers of the specification', (id, dollars, visitors, reviews, impressions) => {
  expect(planOf(id)).toMatchObject({
    priceCents: dollars * 100,
    visitorLimit: visitors,
    reviewsLimit: reviews,
    impressionLimit: impressions,
  })
})

test('Enterprise keeps both readings of its reviews limit', () => {
  expect(planOf('enterprise')).toMatchObject({ reviewsLimit: 300, listedReviewsLimit: 0 })
})

test('no two plans have one id, and all variants of a plan have its numbers', () => {
  expect(new Set(plans.map(({ id }) => id)).size).toBe(plans.length)
  expect(planOf('genius1')).toEqual({ ...planOf('genius'), id: 'genius1', channel: 'wix' })
  expect(planOf('genius-shopify')).toEqual({
    ...planOf('genius'),
    id: 'genius-shopify',
    channel: 'shopify',
    meteredBy: 'impressions',
  })
})

test('the card and Wix are measured by visitors, Shopify by impressions', () => {
  const measured = (id: string) => planLimitOf(planOf(id), planOf(id).meteredBy)

  expect([measured('lite'), measured('lite1'), measured('lite-shopify')]).toEqual([
    10_000, 10_000, 3_000,
  ])
  expect(measured('plus')).toBeNull()
})

test('a limit that the specification does not show is not made up', () => {
  const special = planOf('free-special-shopify')

  expect(planLimitOf(special, special.meteredBy)).toBe(5_000)
  expect(() => planLimitOf(special, 'impressions')).toThrow(Refusal)
})

test('an unknown id names no plan', () => {
  expect(findPlan('free1')).toBeUndefined()
  expect(findPlan('toString')).toBeUndefined()
})
