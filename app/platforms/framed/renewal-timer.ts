/**
 * Renews the pass of an open page long before it ends, so that a reload finds a valid ticket. A renewal that
 * got no answer is tried again until the pass has ended.
 */
import type { PagePass, Renewal } from './session-fetch.ts'

type Parts = {
  renew: () => Promise<Renewal>
  now: () => number
  /** Calls it after so many milliseconds. @returns what prevents that */
  later: (go: () => void, millis: number) => () => void
}

type RenewalTimer = {
  /** Plans from this pass on. Called with each one that the page gets. */
  start: (pass: PagePass) => void
  /** Renews it now: timers sleep with the machine. Does nothing while there is nothing to renew. */
  wake: () => void
}

/** The share of a pass's time after which it is renewed. */
const renewalShare = 0.25

/** After a renewal without an answer, doubled each time up to the longest. */
const firstMillis = 15_000
const longestMillis = 5 * 60_000

export function createRenewalTimer({ renew, now, later }: Parts): RenewalTimer {
  let endsAt: number | null = null
  let misses = 0
  let cancel = () => {}

  const plan = (millis: number) => {
    cancel()
    cancel = later(() => void run(), millis)
  }

  async function run(): Promise<void> {
    if ((await renew()) !== 'missed' || endsAt === null) return
    const millis = Math.min(firstMillis * 2 ** misses, longestMillis)
    misses += 1
    if (now() + millis < endsAt) plan(millis)
  }

  return {
    start({ seconds, isLast }) {
      cancel()
      misses = 0
      endsAt = isLast ? null : now() + seconds * 1000
      if (!isLast) plan(seconds * 1000 * renewalShare)
    },
    wake() {
      if (endsAt !== null) void run()
    },
  }
}
