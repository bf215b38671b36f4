/** Timing modes as owners choose them, and the timings of each. Safe in the browser. */
import { calmTimings, type SiteOptions } from '#app/contract/site-options.ts'

type Timings = SiteOptions['timings']

export const timingChoices = ['standard', 'calm', 'accelerated', 'custom'] as const
/** Calm has no timing mode of its own: it is stored as `custom` with the calm timings. */
export type TimingChoice = (typeof timingChoices)[number]

/**
 * The choice that describes the stored options best: custom timings that equal those of a named
 * choice are that choice.
 *
 * @param standard timings of the mode with that name
 */
export function timingChoiceOf(
  { timingMode, timings }: Pick<SiteOptions, 'timingMode' | 'timings'>,
  standard: Timings,
): TimingChoice {
  if (timingMode !== 'custom') return timingMode
  if (isEqual(timings, standard)) return 'standard'
  return isEqual(timings, calmTimings) ? 'calm' : 'custom'
}

const isEqual = (one: Timings, other: Timings): boolean =>
  one.show === other.show && one.wait === other.wait && one.initial === other.initial

/** @param standard timings of the mode with that name */
export function timingsOf(
  { timingMode, timings }: Pick<SiteOptions, 'timingMode' | 'timings'>,
  standard: Timings,
): Timings {
  if (timingMode === 'custom') return timings
  const { show, wait, initial } = standard
  return timingMode === 'standard'
    ? { show, wait, initial }
    : { show, wait: wait / 2, initial: initial / 2 }
}
