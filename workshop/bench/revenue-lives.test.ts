import { expect, test } from 'vitest'
import {
  liveOften,
  lognormal,
  pareto,
  plannedVisitors,
  seededRandom,
  type RevenueShop,
} from './revenue-lives.ts'

/** Ninety days. */
const shop: RevenueShop = {
  amounts: lognormal(0.8),
  shown: 1_000,
  holdout: 1_000,
  rate: 0.03,
  lift: 0,
  looks: 90,
}
const few = { lives: 400, seed: 1 }

test.each([
  ['lognormal', shop],
  ['lognormal with a heavier tail', { ...shop, amounts: lognormal(1.5) }],
  ['Pareto', { ...shop, amounts: pareto(2.5) }],
  ['Pareto of infinite variance', { ...shop, amounts: pareto(1.5) }],
  [
    'Pareto, a holdout group of 10 %',
    { ...shop, amounts: pareto(1.5), shown: 1_800, holdout: 200 },
  ],
] as const)('no effect is seldom called one in 90 looks: %s', (_name, one) => {
  expect(liveOften(one, few).missed).toBeLessThanOrEqual(0.05)
})

test.each([
  ['lognormal', lognormal(0.8)],
  ['Pareto of infinite variance', pareto(1.5)],
] as const)('the interval holds a true +20 %% in 90 looks: %s', (_name, amounts) => {
  expect(liveOften({ ...shop, amounts, lift: 0.2 }, few).missed).toBeLessThanOrEqual(0.05)
})

test('the simulation would notice amounts that no cap holds', () => {
  const holdout = { ...shop, shown: 1_800, holdout: 200, rate: 0.01 }
  const spread = (amounts: RevenueShop['amounts']) =>
    plannedVisitors({ ...holdout, amounts, lift: 0.2 }, seededRandom(1))

  expect(spread(pareto(1.5))).toBeGreaterThan(1.2 * spread(lognormal(0.5)))
})
