/** When to retry rejected events. Pure: time and randomness are arguments. */
import type { PixelResponse } from './request.ts'

/** Doubled before the first retry. */
const halfMillis = 500
const mostMillis = 300_000
const mostAskedMillis = 3_600_000

/** True when a retry may succeed. Safe, because the same event id counts once. */
export const mayRetry = (answer: Pick<PixelResponse, 'status' | 'body'> | null): boolean =>
  !answer ||
  answer.status === 429 ||
  answer.status >= 500 ||
  // A captive portal's login page is a 200, too. Only outcomes prove that events were stored.
  (answer.status < 400 && !(answer.body as { outcomes?: unknown } | null)?.outcomes)

/** Doubles with each failure in a row, up to five minutes; `chance` from 0 to 1 is the jitter. */
export const backOff = (failures: number, chance: number): number =>
  Math.min(halfMillis * 2 ** failures, mostMillis) * (0.5 + chance / 2)

/**
 * How many milliseconds the server asks us to wait. 0 without the header, and for a date (RFC 9110
 * §10.2.3), which our server never sends.
 */
export const readRetryAfter = (answer: { headers: Pick<Headers, 'get'> } | null): number =>
  Math.min(Math.max(Number(answer?.headers.get('retry-after')) * 1000 || 0, 0), mostAskedMillis)
