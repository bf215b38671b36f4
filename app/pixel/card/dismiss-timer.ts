/** Keeps a nudge on the page for its time, not counting the moments in which it is held. */
import { later, readClock } from '../guard.ts'

/** After a pause a nudge stays at least so long, so that nothing vanishes under a hand that reaches. */
const leastMillis = 1000

/** Calls `leave` in the end. Call `settle` whenever what `isHeld` answers may have changed. */
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
