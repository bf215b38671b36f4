import { expect, test } from 'vitest'
import { compareArms, type Arms } from './compare-arms.ts'
import { forecastEffect } from './forecast.ts'
import { describeForecast, describeSplit } from './forecast-text.ts'
import { sampleRatio } from './sample-ratio.ts'

const now = new Date('2026-03-11T00:00:00Z')
/** Ten days of it are over. */
const window = { from: new Date('2026-03-01'), to: new Date('2026-03-12') }

const armsOf = (visitors: number, shown: number, holdout: number): Arms => ({
  shown: { visitors, converters: shown },
  holdout: { visitors, converters: holdout },
})

const forecast = (arms: Arms, span = window, timeZone = 'UTC') =>
  forecastEffect({
    arms,
    holdoutPercent: 50,
    comparison: compareArms(arms, { holdoutPercent: 50 }),
    window: span,
    timeZone,
    now,
  })

const isClear = (arms: Arms) => {
  const comparison = compareArms(arms, { holdoutPercent: 50 })
  return comparison.kind === 'estimate' && comparison.isConclusive
}

test('with the foreseen visitors and the same rates the difference is clear, and not much earlier', () => {
  const found = forecast(armsOf(1_000, 120, 100))

  expect(found).toMatchObject({ until: 'difference' })
  const times = 1 + (found?.visitorsNeeded ?? 0) / 2_000
  const grown = (share: number) =>
    armsOf(Math.ceil(1_000 * share), Math.round(120 * share), Math.round(100 * share))
  expect(isClear(grown(times))).toBe(true)
  expect(isClear(grown(times * 0.98))).toBe(false)
  expect(found?.progress).toBeCloseTo(1 / times)
})

test('the day follows from the pace of the counted days', () => {
  const found = forecast(armsOf(1_000, 120, 100))

  const daysAhead = ((found?.visitorsNeeded ?? 0) / 2_000) * 10
  const day = new Date(now.getTime() + daysAhead * 86_400_000).toISOString().slice(0, 10)
  expect(found?.day).toBe(day)
})

// At any time it's another day than in UTC in one of them.
test.each(['Pacific/Pago_Pago', 'Pacific/Kiritimati'])('the day is one in %s', (timeZone) => {
  const found = forecast(armsOf(1_000, 120, 100), window, timeZone)

  const millis = ((found?.visitorsNeeded ?? 0) / 2_000) * 10 * 86_400_000
  const there = new Intl.DateTimeFormat('en-CA', { timeZone })
  expect(found?.day).toBe(there.format(new Date(now.getTime() + millis)))
})

test('days of the past and a far future have no day', () => {
  const past = { from: new Date('2026-02-01'), to: new Date('2026-03-01') }

  expect(forecast(armsOf(1_000, 120, 100), past)?.day).toBeNull()
  expect(forecast(armsOf(1_000, 102, 100))?.day ?? null).toBeNull()
})

test('equal rates foresee nothing, and a clear difference needs nothing', () => {
  expect(forecast(armsOf(1_000, 100, 100))).toMatchObject({ visitorsNeeded: null, progress: 0 })
  expect(forecast(armsOf(50_000, 3_000, 2_000))).toBeNull()
})

test('before the first estimate, its visitors are what is missing', () => {
  const arms = armsOf(100, 12, 10)
  const comparison = compareArms(arms, { holdoutPercent: 50 })
  const needed = comparison.kind === 'not_enough_data' ? comparison.visitorsNeeded : null

  expect(needed).toBeGreaterThan(0)
  expect(forecast(arms)).toMatchObject({ until: 'estimate', visitorsNeeded: needed })
  expect(forecast(armsOf(0, 0, 0))).toMatchObject({ visitorsNeeded: null, day: null })
})

test('a forecast reads as one, with its condition', () => {
  const about = { progress: 0.4, visitorsNeeded: 3_123, day: '2026-03-24' }

  expect(describeForecast({ ...about, until: 'difference' })).toBe(
    'If the difference stays as it is now, it becomes clear after about 3,100 more visitors, at the current pace around 24 Mar 2026.',
  )
  expect(describeForecast({ ...about, until: 'estimate', day: null })).toBe(
    'A first estimate takes about 3,100 more visitors.',
  )
  expect(describeForecast({ ...about, until: 'difference', visitorsNeeded: null })).toMatch(
    /can’t foresee/,
  )
})

test('a healthy split shows both shares, and a broken or empty one shows nothing', () => {
  const ratio = (shown: number, holdout: number) =>
    sampleRatio({ shown, holdout }, { holdoutPercent: 10 })

  expect(describeSplit(ratio(902, 98))).toBe(
    'The groups are split as planned: 9.8% of visitors are in the holdout group, 10.0% were planned. That’s within chance.',
  )
  expect(describeSplit(ratio(500, 500))).toBeNull()
  expect(describeSplit(ratio(0, 0))).toBeNull()
})
