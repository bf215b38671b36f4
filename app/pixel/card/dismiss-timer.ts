/** Keeps a nudge on the page for its time, except while it is held. */
import { later, readClock } from '../guard.ts'

/** Minimum time after a hold, so that nothing vanishes just before a click. */
const leastMillis = 1000

/** Calls `leave` at the end. Call `settle` whenever the result of `isHeld` may have changed. */
export const startDismissTimer = (millis: number, isHeld: () => boolean, leave: () => void) => {
  let left = millis
  /** Null while it is held. */
  let runningSince: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const stop = () => clearTimeout(timer)

  const update = () => {
    stop()
    if (runningSince !== null) left = Math.max(left - (readClock() - runningSince), leastMillis)
    runningSince = isHeld() ? null : readClock()
    if (runningSince !== null) timer = later(left, leave)
  }

  update()
  return { settle: update, stop }
}
