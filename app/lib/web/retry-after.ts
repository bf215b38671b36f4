/** How long a busy provider wants to be left alone (RFC 9110, 10.2.3). */

const minSeconds = 1
/** No header may stop a connection for longer: the value could be a mistake. */
const maxSeconds = 24 * 60 * 60

/** @returns the moment; null when the header is absent or malformed */
export function readRetryAfter(header: string | null, now: Date): Date | null {
  const value = header?.trim() ?? ''
  const seconds = /^\d+$/.test(value) ? Number(value) : secondsUntil(value, now)
  if (Number.isNaN(seconds)) return null
  const bounded = Math.min(maxSeconds, Math.max(minSeconds, seconds))
  return new Date(now.getTime() + bounded * 1000)
}

/** RFC 9110, 5.6.7: the one form of date that may still be generated. NaN for anything else. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

const secondsUntil = (value: string, now: Date): number =>
  httpDate.test(value) ? (Date.parse(value) - now.getTime()) / 1000 : Number.NaN
