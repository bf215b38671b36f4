/** How long a nudge still stays, with pauses. Pure: the time is an argument, in milliseconds. */

/** After a pause a nudge stays at least so long, so that nothing vanishes under a hand that reaches. */
const leastMillis = 1000

type Countdown = {
  left: number
  /** When it began to run, or null while it is held. */
  runningSince: number | null
}

export const startCountdown = (millis: number, now: number): Countdown => ({
  left: millis,
  runningSince: now,
})

export const holdCountdown = (countdown: Countdown, now: number): Countdown => {
  if (countdown.runningSince === null) return countdown
  const left = countdown.left - (now - countdown.runningSince)

  return { left: Math.max(left, leastMillis), runningSince: null }
}

export const resumeCountdown = (countdown: Countdown, now: number): Countdown =>
  countdown.runningSince === null ? { ...countdown, runningSince: now } : countdown
