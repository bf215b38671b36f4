/** One clock for the product and the doubles of who charges, for `npm run dev`. */
import { dayMillis } from '#app/lib/time.ts'

export type MovedClock = {
  now: () => Date
  /** How far it is ahead of this machine's, in milliseconds. */
  ahead: () => number
  /** Lets days pass one by one, so each renewal, reminder and end happens on its day. */
  pass: (days: number) => Promise<void>
  /** Called after each day, one after the other in the order of these calls. */
  onDay: (work: () => Promise<unknown>) => void
}

export function createMovedClock(real: () => number = Date.now): MovedClock {
  const works: (() => Promise<unknown>)[] = []
  let moved = 0
  // Two presses of a button are one after the other.
  let passing = Promise.resolve()

  const passDays = async (days: number) => {
    for (let day = 0; day < days; day += 1) {
      moved += dayMillis
      for (const work of works) await work()
    }
  }
  return {
    now: () => new Date(real() + moved),
    ahead: () => moved,
    pass(days) {
      const passed = passing.then(() => passDays(days))
      passing = passed.catch(() => undefined)
      return passed
    },
    onDay(work) {
      works.push(work)
    },
  }
}
