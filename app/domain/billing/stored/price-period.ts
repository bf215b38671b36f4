/** Prices by the year, the quarter or the week. Safe in the browser. */
import type { StoredPeriod } from '#app/db/schema/billing.ts'

const monthsOf: Record<StoredPeriod['every'], number> = {
  day: 12 / 365,
  week: (12 * 7) / 365,
  month: 1,
  year: 12,
}

/** The part of a period's amount that is for a month. */
export const monthlyPart = (cents: number, { every, count }: Omit<StoredPeriod, 'cents'>): number =>
  Math.round(cents / (monthsOf[every] * count))

/** "a month", "a year", "every 3 months". @param period null: by the month */
export function periodWords(period: Omit<StoredPeriod, 'cents'> | null): string {
  const { every, count } = period ?? { every: 'month', count: 1 }
  return count === 1 ? `a ${every}` : `every ${String(count)} ${every}s`
}
