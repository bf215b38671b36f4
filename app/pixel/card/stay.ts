/** Keeps a nudge on the page for its time, not counting the moments in which it is held. */
import { holdCountdown, resumeCountdown, startCountdown } from './countdown.ts'
import { later, readClock } from '../quiet.ts'

/** Calls `leave` in the end. Call `settle` whenever what `isHeld` answers may have changed. */
export const startStay = (millis: number, isHeld: () => boolean, leave: () => void) => {
  let countdown = startCountdown(millis, readClock())
  let timer: ReturnType<typeof setTimeout> | undefined

  const stop = () => clearTimeout(timer)

  const settle = () => {
    stop()
    countdown = (isHeld() ? holdCountdown : resumeCountdown)(countdown, readClock())
    if (countdown.runningSince !== null) timer = later(countdown.left, leave)
  }

  settle()
  return { settle, stop }
}
