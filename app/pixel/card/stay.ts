/** How long a nudge stays on the page: its time, except while it is held. */

/** Minimum time after a hold, so that nothing vanishes just before a click. */
const leastMillis = 1000
/** Timers are late. */
const graceMillis = 500

/**
 * Call the returned function about every second. It says whether the time is over. All times are
 * milliseconds of a monotonic clock.
 */
export const startStay = (millis: number, begunAt: number) => {
  let left = millis
  let countedAt = begunAt
  let wasHeld = false

  return (isHeld: boolean, now: number): boolean => {
    if (!wasHeld) left -= now - countedAt
    if (isHeld) left = Math.max(left, leastMillis)
    countedAt = now
    wasHeld = isHeld
    return left < graceMillis
  }
}
