/**
 * Checks the guarantees of the statistics on simulated shops with a known truth. Every run draws
 * the same numbers.
 */
import { expect, test } from 'vitest'
import { type Arms, compareArms } from './compare-arms.ts'
import { differenceInterval, rateInterval } from './intervals.ts'
import { sampleRatio } from './sample-ratio.ts'

type Random = () => number

/** Mulberry32: evenly distributed in [0, 1). */
function seededRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Draws Poisson numbers from a table of their distribution function, in a few steps for any mean.
 */
function poisson(mean: number): (random: Random) => number {
  const mode = Math.floor(mean)
  const reach = Math.ceil(8 * Math.sqrt(mean) + 20)
  const first = Math.max(0, mode - reach)
  const weights = new Float64Array(mode + reach - first + 1)
  const weightAt = (value: number) => weights[value - first] ?? 0
  weights[mode - first] = 1
  for (let k = mode + 1; k <= mode + reach; k++) weights[k - first] = (weightAt(k - 1) * mean) / k
  for (let k = mode; k > first; k--) weights[k - 1 - first] = (weightAt(k) * k) / mean
  let total = 0
  const sums = weights.map((weight) => (total += weight))

  return (random) => {
    const drawn = random() * total
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) <= drawn) low = middle + 1
      else high = middle
    }
    return first + low
  }
}

type Shop = {
  /** Average number of visitors between two looks. */
  traffic: number
  /** Conversion rate of the holdout group. */
  rate: number
  holdoutPercent: number
  lift?: number
  /** Factors by which traffic and conversion rate are multiplied, one pair for each look. */
  swings?: { traffic: number; rate: number }[]
}

/**
 * A day's visitors are Poisson distributed, and so are, independently, the converters and the
 * others of each arm: four draws per day.
 */
function openShop({ traffic, rate, holdoutPercent, lift = 0, swings }: Shop) {
  const share = holdoutPercent / 100
  const days = (swings ?? [{ traffic: 1, rate: 1 }]).map((swing) => {
    const visitors = traffic * swing.traffic
    const [ofShown, ofHoldout] = [rate * swing.rate * (1 + lift), rate * swing.rate]
    return {
      shown: [
        poisson(visitors * (1 - share) * ofShown),
        poisson(visitors * (1 - share) * (1 - ofShown)),
      ],
      holdout: [poisson(visitors * share * ofHoldout), poisson(visitors * share * (1 - ofHoldout))],
    } as const
  })

  return function* run(looks: number, random: Random): Generator<Arms> {
    const shown = { visitors: 0, converters: 0 }
    const holdout = { visitors: 0, converters: 0 }
    for (let look = 0; look < looks; look++) {
      const day = days[look % days.length]
      if (!day) return
      for (const [arm, [converters, others]] of [
        [shown, day.shown],
        [holdout, day.holdout],
      ] as const) {
        const converted = converters(random)
        arm.converters += converted
        arm.visitors += converted + others(random)
      }
      yield { shown, holdout }
    }
  }
}

/** The share of runs in which something happens at any look. */
function shareOfRuns(
  { runs = 1000, looks = 60, ...shop }: Shop & { runs?: number; looks?: number },
  happens: (arms: Arms) => boolean,
): number {
  const run = openShop(shop)
  const random = seededRandom(1)
  let count = 0
  for (let number = 0; number < runs; number++) {
    let everHappens = false
    for (const arms of run(looks, random)) everHappens = happens(arms) || everHappens
    count += Number(everHappens)
  }
  return count / runs
}

const isConclusive =
  (holdoutPercent: number) =>
  (arms: Arms): boolean => {
    const comparison = compareArms(arms, { holdoutPercent })
    return comparison.kind === 'estimate' && comparison.isConclusive
  }

const shops: Shop[] = [
  { traffic: 1_000, rate: 0.025, holdoutPercent: 10 },
  { traffic: 1_000, rate: 0.025, holdoutPercent: 50 },
  { traffic: 5_000, rate: 0.025, holdoutPercent: 10 },
  { traffic: 20_000, rate: 0.02, holdoutPercent: 10 },
  { traffic: 2_000, rate: 0.01, holdoutPercent: 5 },
  { traffic: 300, rate: 0.1, holdoutPercent: 20 },
  { traffic: 1_000, rate: 0.4, holdoutPercent: 10 },
]
const named = '$traffic visitors a day, $rate of them convert, hold-out of $holdoutPercent %'

test.each(shops)(`nudges without effect are seldom called effective: ${named}`, (shop) => {
  const falseAlarms = shareOfRuns(shop, isConclusive(shop.holdoutPercent))

  expect(falseAlarms).toBeLessThanOrEqual(0.05)
})

test('the simulation would notice an interval that is made for one look', () => {
  const shop: Shop = { traffic: 1_000, rate: 0.025, holdoutPercent: 10 }

  const falseAlarms = shareOfRuns(shop, ({ shown, holdout }) => {
    if (holdout.converters < 25) return false
    const once = differenceInterval(rateInterval(shown, 1.96), rateInterval(holdout, 1.96))
    return once.lower > 0 || once.upper < 0
  })

  expect(falseAlarms).toBeGreaterThan(0.15)
})

test('week-ends and sales are not called effects', () => {
  const shop: Shop = { traffic: 1_000, rate: 0.025, holdoutPercent: 10 }
  const swings = [0.8, 0.9, 1, 1, 1.3, 2, 1.7].map((size) => ({
    traffic: size,
    rate: 2 - size / 2,
  }))

  const falseAlarms = shareOfRuns({ ...shop, swings }, isConclusive(10))

  expect(falseAlarms).toBeLessThanOrEqual(0.05)
})

test('looking every hour is as safe as every day', () => {
  const shop: Shop = { traffic: 100, rate: 0.025, holdoutPercent: 50 }

  const falseAlarms = shareOfRuns({ ...shop, runs: 200, looks: 30 * 24 }, isConclusive(50))

  expect(falseAlarms).toBeLessThanOrEqual(0.05)
})

test.each(shops)(`the intervals hold a true +20 % at all looks: ${named}`, (shop) => {
  const truth = { lift: 0.2, difference: 0.2 * shop.rate }
  let looks = 0
  let misses = 0

  const everMissed = shareOfRuns({ ...shop, lift: 0.2 }, (arms) => {
    const comparison = compareArms(arms, shop)
    if (comparison.kind === 'not_enough_data') return false
    const isMissed = (['lift', 'difference'] as const).some(
      (kind) => truth[kind] < comparison[kind].lower || truth[kind] > comparison[kind].upper,
    )
    looks++
    misses += Number(isMissed)
    return isMissed
  })

  expect(1 - everMissed).toBeGreaterThanOrEqual(0.93)
  expect(looks).toBeGreaterThan(20_000)
  expect(1 - misses / looks).toBeGreaterThanOrEqual(0.98)
})

test('an existing effect is found', () => {
  const half: Shop = { traffic: 200_000 / 60, rate: 0.05, holdoutPercent: 10, lift: 0.5 }
  const fifth: Shop = { traffic: 5_000, rate: 0.025, holdoutPercent: 10, lift: 0.2 }

  expect(shareOfRuns({ ...half, looks: 20 }, isConclusive(10))).toBeGreaterThan(0.99)
  expect(shareOfRuns(fifth, isConclusive(10))).toBeGreaterThan(0.95)
})

test.each(shops.slice(0, 5))(
  `the smallest visible effect is seen four times in five: ${named}`,
  (shop) => {
    const visitors = shop.traffic * 60
    const share = shop.holdoutPercent / 100
    const without = (count: number) => ({
      visitors: count,
      converters: Math.round(count * shop.rate),
    })
    const expected = { shown: without(visitors * (1 - share)), holdout: without(visitors * share) }
    const { smallestVisibleEffect } = compareArms(expected, shop)

    const lift = smallestVisibleEffect ?? 0
    const seen = shareOfRuns(
      { ...shop, traffic: visitors, looks: 1, lift },
      isConclusive(shop.holdoutPercent),
    )

    expect(lift).toBeGreaterThan(0)
    expect(seen).toBeGreaterThan(0.74)
    expect(seen).toBeLessThan(0.86)
  },
)

const isAlarming = ({ shown, holdout }: Arms): boolean => {
  const visitors = { shown: shown.visitors, holdout: holdout.visitors }
  return sampleRatio(visitors, { holdoutPercent: 10 }).isAlarming
}

test.each([100, 1_000, 20_000])('a right split of %s visitors a day raises no alarm', (traffic) => {
  const alarms = shareOfRuns({ traffic, rate: 0.025, holdoutPercent: 10 }, isAlarming)

  expect(alarms).toBeLessThanOrEqual(0.01)
})

test.each([
  { real: 15, visitors: 4_000 },
  { real: 12, visitors: 15_000 },
  { real: 5, visitors: 3_000 },
])('a holdout group of $real % instead of 10 % is noticed within $visitors visitors', (broken) => {
  const looks = broken.visitors / 100

  const alarms = shareOfRuns(
    { traffic: 100, rate: 0.025, holdoutPercent: broken.real, looks },
    isAlarming,
  )

  expect(alarms).toBeGreaterThanOrEqual(0.99)
})
