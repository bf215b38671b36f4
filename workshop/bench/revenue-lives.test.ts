import { expect, test } from 'vitest'
import {
  liveOften,
  liveOnce,
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
  { name: 'lognormal', amounts: lognormal(0.8) },
  { name: 'Pareto of infinite variance', amounts: pareto(1.5) },
])('the interval holds a true +20 % in 90 looks: $name', ({ amounts }) => {
  expect(liveOften({ ...shop, amounts, lift: 0.2 }, few).missed).toBeLessThanOrEqual(0.05)
})

test('the simulation would notice an interval that is made for one look', () => {
  const random = seededRandom(1)
  let alarms = 0
  for (let life = 0; life < few.lives; life += 1) {
    let isAlarm = false
    for (const { shown, holdout } of liveOnce(shop, random)) {
      if (Math.min(shown.buyers, holdout.buyers) < 50) continue
      const variance = (one: typeof shown) => one.squares / one.sum ** 2 - 1 / one.visitors
      const ratio = Math.log(shown.sum / shown.visitors / (holdout.sum / holdout.visitors))
      isAlarm ||= Math.abs(ratio) > 1.96 * Math.sqrt(variance(shown) + variance(holdout))
    }
    alarms += Number(isAlarm)
  }

  expect(alarms / few.lives).toBeGreaterThan(0.15)
})

// At a usual rate of 3 %, even one look that is planned beforehand needs more visitors than that.
test.each([
  { name: 'lognormal', amounts: lognormal(0.8) },
  { name: 'Pareto', amounts: pareto(1.5) },
])(
  'a fifth more is seen with 20,000 visitors of a group, 12 % of whom buy: $name',
  ({ amounts }) => {
    const visitors = 20_000 / 90
    const busy = { ...shop, amounts, rate: 0.12, lift: 0.2, shown: visitors, holdout: visitors }
    const { concluded, medianLook } = liveOften(busy, few)
    const planned = plannedVisitors(busy, seededRandom(1))

    expect(concluded).toBeGreaterThanOrEqual(0.9)
    expect((medianLook * visitors) / planned).toBeLessThanOrEqual(1.35)
  },
)
