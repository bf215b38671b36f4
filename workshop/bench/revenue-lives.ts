/**
 * Simulated shops with a known effect on revenue, checked daily, for the claims of
 * docs/decisions/0035-revenue-effect.md. Every run with the same seed draws the same numbers.
 */
import { compareRevenue, type Spendings } from '#app/domain/stats/effect/compare-revenue.ts'
import { capQuantile } from '#app/domain/stats/effect/revenue-cap.ts'

type Random = () => number

/** Mulberry32: evenly distributed in [0, 1). */
export function seededRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Box and Muller. */
const normal = (random: Random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Draws an order's amount. */
type Amounts = (random: Random) => number

/** @param sigma standard deviation of the logarithm */
export const lognormal =
  (sigma: number): Amounts =>
  (random) =>
    50 * Math.exp(sigma * normal(random))

/** @param alpha the tail: variance is infinite up to 2, the mean up to 1 */
export const pareto =
  (alpha: number): Amounts =>
  (random) =>
    20 * (1 - random()) ** (-1 / alpha)

export type RevenueShop = {
  amounts: Amounts
  /** Visitors a day in each group. */
  shown: number
  holdout: number
  /** Share of the holdout group that buys. */
  rate: number
  /** More buyers among those who see nudges: 0.2 is a fifth. */
  lift: number
  looks: number
}

/** Orders before the period, from which the cap comes. */
const earlierOrders = 500

/** Poisson by multiplication, in parts whose product doesn't vanish. */
function poisson(mean: number, random: Random): number {
  let [left, count] = [mean, 0]
  while (left > 0) {
    const part = Math.min(left, 20)
    left -= part
    let product = random()
    while (product > Math.exp(-part)) {
      count += 1
      product *= random()
    }
  }
  return count
}

/** As PostgreSQL's `percentile_disc` chooses it. */
function capOf(amounts: readonly number[]): number {
  const sorted = amounts.toSorted((one, other) => one - other)
  return sorted[Math.ceil(capQuantile * sorted.length) - 1] ?? 0
}

/** The groups at each look of one life. */
export function* liveOnce(shop: RevenueShop, random: Random): Generator<Spendings> {
  const { amounts, rate, lift, looks } = shop
  const cap = capOf(Array.from({ length: earlierOrders }, () => amounts(random)))
  const none = { visitors: 0, buyers: 0, sum: 0, squares: 0 }
  const [shown, holdout] = [{ ...none }, { ...none }]
  const days = [
    { group: shown, visitors: shop.shown, buying: rate * (1 + lift) },
    { group: holdout, visitors: shop.holdout, buying: rate },
  ]
  for (let look = 0; look < looks; look += 1) {
    for (const { group, visitors, buying } of days) {
      const buyers = poisson(visitors * buying, random)
      group.visitors += buyers + Math.round(visitors * (1 - buying))
      group.buyers += buyers
      for (let buyer = 0; buyer < buyers; buyer += 1) {
        const spent = Math.min(cap, amounts(random))
        group.sum += spent
        group.squares += spent ** 2
      }
    }
    yield { shown, holdout }
  }
}

type Lives = {
  /** Share of the lives in which an interval missed the truth at any look. */
  missed: number
  /** Share of the lives with a result at any look. */
  concluded: number
  /** Median number of looks until the first result; Infinity when fewer than half have one. */
  medianLook: number
}

export function liveOften(shop: RevenueShop, { lives, seed }: { lives: number; seed: number }) {
  const random = seededRandom(seed)
  const firstLooks: number[] = []
  let misses = 0
  for (let life = 0; life < lives; life += 1) {
    let [look, first, isMissed] = [0, Infinity, false]
    for (const spendings of liveOnce(shop, random)) {
      look += 1
      const comparison = compareRevenue(spendings)
      if (comparison.kind !== 'estimate') continue
      const { lower, upper } = comparison.lift
      isMissed ||= shop.lift < lower || shop.lift > upper
      if (comparison.isConclusive) first = Math.min(first, look)
    }
    misses += Number(isMissed)
    firstLooks.push(first)
  }
  const sorted = firstLooks.toSorted((one, other) => one - other)
  return {
    missed: misses / lives,
    concluded: firstLooks.filter((first) => first < Infinity).length / lives,
    medianLook: sorted[Math.floor(lives / 2)] ?? Infinity,
  } satisfies Lives
}

/** Standard normal quantiles of a two-sided level of 5 %, and of a power of 80 %. */
const [levelQuantile, powerQuantile] = [1.96, 0.8416]

/**
 * Visitors that each of two groups of one size needs so that a single look, planned beforehand, sees
 * the lift with a probability of 80 %.
 */
export function plannedVisitors({ amounts, rate, lift }: RevenueShop, random: Random): number {
  const sample = Array.from({ length: 100_000 }, () => amounts(random))
  const cap = capOf(sample)
  const capped = sample.map((amount) => Math.min(cap, amount))
  const mean = capped.reduce((sum, one) => sum + one, 0) / capped.length
  const square = capped.reduce((sum, one) => sum + one ** 2, 0) / capped.length
  const relative = (buying: number) => square / mean ** 2 / buying - 1
  const errors = (levelQuantile + powerQuantile) / Math.log(1 + lift)
  return errors ** 2 * (relative(rate) + relative(rate * (1 + lift)))
}
