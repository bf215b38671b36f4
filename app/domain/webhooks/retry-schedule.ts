/** When a webhook that wasn't delivered is sent again, and when an endpoint is given up. */
import { hourMillis, minuteMillis, secondMillis } from '#app/lib/time.ts'

/** Pauses after each failed attempt of a message. After the last attempt it has failed. */
const pauses = [
  5 * secondMillis,
  5 * minuteMillis,
  30 * minuteMillis,
  2 * hourMillis,
  5 * hourMillis,
  10 * hourMillis,
  10 * hourMillis,
]

/** Longer by up to a fifth, so that what failed together doesn't come back together. */
const jitter = 0.2

/**
 * How long to wait after an attempt, in milliseconds. Null: it was the last one.
 *
 * @param attempts made so far, at least one
 * @param random from 0 to 1
 */
export function pauseAfter(attempts: number, random: number): number | null {
  const pause = pauses[attempts - 1]
  return pause === undefined ? null : Math.round(pause * (1 + jitter * random))
}

/** All attempts of a message. */
export const maxAttempts = pauses.length + 1

/**
 * How long an endpoint rests after so many failures in a row, in milliseconds. Its other messages wait
 * too, so that a dead endpoint isn't asked once for each of them.
 */
export function restAfter(failures: number): number {
  if (failures < firstRest) return 0
  return Math.min(longestRest, minuteMillis * 2 ** Math.min(10, failures - firstRest))
}

/** One message that the endpoint refuses shouldn't hold up the others. */
const firstRest = 3
const longestRest = 30 * minuteMillis

/** An endpoint to which nothing got through for this long is paused. */
const givenUpMillis = 24 * hourMillis

/**
 * Minimum number of failures before that, so a site with one order a week isn't given up after one failure.
 */
const givenUpFailures = maxAttempts - 1

export const isGivenUp = (
  { failingSince, failures }: { failingSince: Date | null; failures: number },
  at: Date,
): boolean =>
  failingSince !== null &&
  failures >= givenUpFailures &&
  at.getTime() - failingSince.getTime() >= givenUpMillis
