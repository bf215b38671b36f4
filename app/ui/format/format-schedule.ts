/** Words for the time at which a draft is to be published. */
import { formatDateTime } from './format-time.ts'

/**
 * "Scheduled for Dec 3, 2026, 9:00 AM (Europe/Amsterdam)", and once that has passed, that nothing was
 * published.
 */
export const describeSchedule = (
  publishAt: Date,
  { now, timeZone }: { now: Date; timeZone: string },
): string =>
  `${publishAt > now ? 'Scheduled for' : 'Not published yet, due'} ${formatDateTime(publishAt, timeZone)}`
