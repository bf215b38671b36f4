import { expect, test } from 'vitest'
import { sampleRatio } from './sample-ratio.ts'

test('the evidence is that of the mixture', () => {
  // By hand: with no visitors shown nudges, each further one in the holdout group has a probability
  // of (100 + k) / (1000 + k) under the mixture, and 1/10 under the correct split.
  let evidence = 1
  for (let k = 0; k < 20; k++) evidence *= (100 + k) / (1000 + k) / 0.1

  const { pValue } = sampleRatio({ shown: 0, holdout: 20 }, { holdoutPercent: 10 })

  expect(pValue).toBeCloseTo(1 / evidence, 8)
})

test('a right split raises no alarm', () => {
  const ratio = sampleRatio({ shown: 90_150, holdout: 9_850 }, { holdoutPercent: 10 })

  expect(ratio).toEqual({ isAlarming: false, pValue: 1, measured: 0.0985, expected: 0.1 })
})

test.each([
  { shown: 85_000, holdout: 15_000 },
  { shown: 92_000, holdout: 8_000 },
])('a split of $shown to $holdout is not one of 90 to 10', (visitors) => {
  const ratio = sampleRatio(visitors, { holdoutPercent: 10 })

  expect(ratio.isAlarming).toBe(true)
  expect(ratio.pValue).toBeLessThan(0.001)
})

test('the same wrong share is the surer the more visitors there are', () => {
  const pValues = [1, 2, 4, 8, 16].map(
    (times) =>
      sampleRatio({ shown: 850 * times, holdout: 150 * times }, { holdoutPercent: 10 }).pValue,
  )

  expect(pValues).toEqual([...pValues].sort((a, b) => b - a))
  expect(pValues.at(-1)).toBeLessThan(1e-6)
})

test('a billion visitors are no trouble', () => {
  const right = { shown: 950_000_000, holdout: 50_000_000 }
  const wrong = { shown: 949_000_000, holdout: 51_000_000 }

  expect(sampleRatio(right, { holdoutPercent: 5 }).isAlarming).toBe(false)
  expect(sampleRatio(wrong, { holdoutPercent: 5 }).isAlarming).toBe(true)
})

test('before the first visitor there is no share and no alarm', () => {
  const ratio = sampleRatio({ shown: 0, holdout: 0 }, { holdoutPercent: 10 })

  expect(ratio).toEqual({ isAlarming: false, pValue: 1, measured: null, expected: 0.1 })
})

test('at 0 percent a single visitor in the holdout group is an alarm', () => {
  expect(sampleRatio({ shown: 500, holdout: 0 }, { holdoutPercent: 0 }).isAlarming).toBe(false)
  expect(sampleRatio({ shown: 500, holdout: 1 }, { holdoutPercent: 0 }).isAlarming).toBe(true)
})

test.each([
  [{ shown: -1, holdout: 0 }, { holdoutPercent: 10 }],
  [{ shown: 0.5, holdout: 0 }, { holdoutPercent: 10 }],
  [{ shown: 1, holdout: 1 }, { holdoutPercent: 100 }],
  [
    { shown: 1, holdout: 1 },
    { holdoutPercent: 10, level: 0 },
  ],
])('%j with %j is refused', (visitors, options) => {
  expect(() => sampleRatio(visitors, options)).toThrow(RangeError)
})
