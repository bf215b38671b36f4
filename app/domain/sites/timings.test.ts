import { expect, test } from 'vitest'
import { calmTimings, defaultSiteOptions, fullOptions } from '#app/contract/site-options.ts'
import { timingChoiceOf, timingsOf } from './timings.ts'

const standard = defaultSiteOptions.timings
const typed = { show: 3_000, wait: 2_000, initial: 1_000 }

test.each([
  // A new site stores nothing.
  [{}, 'standard', { show: 5_000, wait: 1_000, initial: 0 }],
  [{ timings: standard }, 'standard', { show: 5_000, wait: 1_000, initial: 0 }],
  [{ timings: calmTimings }, 'calm', { show: 7_000, wait: 4_000, initial: 4_000 }],
  [{ timings: typed }, 'custom', typed],
  [{ timings: { ...standard, initial: 1 } }, 'custom', { ...standard, initial: 1 }],
  [{ timingMode: 'standard', timings: typed }, 'standard', standard],
  [{ timingMode: 'accelerated', timings: calmTimings }, 'accelerated', { ...standard, wait: 500 }],
] as const)('the stored options %o are the choice “%s” and show nudges at %o', (...row) => {
  const [stored, choice, timings] = row
  const options = fullOptions(stored)

  expect(timingChoiceOf(options, standard)).toBe(choice)
  expect(timingsOf(options, standard)).toEqual(timings)
})
