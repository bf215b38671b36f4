/** The stored figures of the business. */
import { desc, getTableColumns, inArray } from 'drizzle-orm'
import { businessMetrics } from '#app/db/schema/billing.ts'
import type { Services } from '#app/services.ts'

export type BusinessDay = Omit<typeof businessMetrics.$inferSelect, 'createdAt'>

/** Rows on the charts. */
const chartedRows = 60

export type BusinessDays = {
  /** The newest rows, oldest first. */
  days: BusinessDay[]
  /** Null: that day has no row. */
  monthAgo: BusinessDay | null
  yearAgo: BusinessDay | null
}

/** The newest rows, and those of the same day a month and a year before the newest one. */
export async function readBusinessDays({ db }: Pick<Services, 'db'>): Promise<BusinessDays> {
  const { createdAt: _at, ...columns } = getTableColumns(businessMetrics)
  const rows = await db.system
    .select(columns)
    .from(businessMetrics)
    .orderBy(desc(businessMetrics.day))
    .limit(chartedRows)
  const newest = rows[0]?.day
  if (newest === undefined) return { days: [], monthAgo: null, yearAgo: null }
  const then = { month: monthsBefore(newest, 1), year: monthsBefore(newest, 12) }
  const before = await db.system
    .select(columns)
    .from(businessMetrics)
    .where(inArray(businessMetrics.day, [then.month, then.year]))
  const of = (day: string) => before.find((row) => row.day === day) ?? null
  return { days: rows.reverse(), monthAgo: of(then.month), yearAgo: of(then.year) }
}

/** The same day of an earlier month, or that month’s last day when it is shorter. */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  const then = new Date(Date.UTC(year, month - 1 - months, Math.min(date, last)))
  return then.toISOString().slice(0, 10)
}
