/** Effective timings of nudges, for any timing mode. Safe in the browser. */
import type { SiteOptions } from '#app/contract/site-options.ts'

type Timings = SiteOptions['timings']

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
