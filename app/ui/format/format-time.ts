/** Formats ages, moments and days. Uses the server's clock, so that server and browser render the same. */

const steps = [
  { below: 60, unit: 1, word: 'second' },
  { below: 3600, unit: 60, word: 'minute' },
  { below: 86_400, unit: 3600, word: 'hour' },
  { below: 30 * 86_400, unit: 86_400, word: 'day' },
] as const

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const momentFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** "just now", "3 minutes ago"; the date after 30 days. */
export function formatAge(at: Date, now: Date): string {
  const seconds = Math.floor((now.getTime() - at.getTime()) / 1000)
  if (seconds < 5) return 'just now'
  const step = steps.find(({ below }) => seconds < below)
  if (!step) return dateFormat.format(at)
  const count = Math.floor(seconds / step.unit)
  return `${String(count)} ${step.word}${count === 1 ? '' : 's'} ago`
}

/** Screens show all times in UTC. */
export const formatDateTime = (at: Date) => `${momentFormat.format(at)} UTC`

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** @param day `2026-03-02` */
export const formatDay = (day: string): string => dayFormat.format(new Date(day))

export const formatDays = ({ from, to }: { from: string; to: string }): string =>
  from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`
