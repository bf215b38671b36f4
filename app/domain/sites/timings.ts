/** How long nudges stay and rest, whatever the mode is called. Safe in the browser. */
import type { SiteOptions } from '#app/contract/site-options.ts'

type Timings = SiteOptions['timings']

/** @param standard those of the mode of that name */
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
