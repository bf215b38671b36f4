/** When to retry rejected events. Pure: time and randomness are arguments. */
import type { PixelResponse } from './request.ts'

const firstMillis = 1000
const mostMillis = 300_000
const mostAskedMillis = 3_600_000

/** True when a retry may succeed. Safe, because the same event id counts once. */
export const mayRetry = (answer: Pick<PixelResponse, 'status' | 'body'> | null): boolean => {
  if (!answer) return true
  const { status, body } = answer
  if (status === 429 || status >= 500) return true

  // A captive portal's login page is a 200, too. Only outcomes prove that events were stored.
  return status < 400 && !(body as { outcomes?: unknown } | null)?.outcomes
}

/** Doubles with each failure in a row, up to five minutes; `chance` from 0 to 1 is the jitter. */
export const backOff = (failures: number, chance: number): number =>
  Math.min(firstMillis * 2 ** (failures - 1), mostMillis) * (0.5 + chance / 2)

/**
 * How many milliseconds the server asks us to wait. 0 without the header, and for a date (RFC 9110
 * §10.2.3), which our server never sends.
 */
export const readRetryAfter = (header: string | null | undefined): number =>
  Math.min(Math.max(Number(header) * 1000 || 0, 0), mostAskedMillis)
