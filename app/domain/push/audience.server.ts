/** Which subscribers a campaign goes to. */
import { sql, type SQL } from 'drizzle-orm'
import type { PushAudience } from '#app/contract/push-settings.ts'
import { pushSubscriptions } from '#app/db/schema/push.ts'
import { dayMillis } from '#app/lib/time.ts'

/** Subscribers of `news` alone, and of them all that every list names. */
export function audienceCondition(
  { pages, products, countries, notSinceDays, sinceDays }: PushAudience,
  at: Date,
): SQL {
  const ago = (days: number) => new Date(at.getTime() - days * dayMillis).toISOString()
  const conditions = [
    sql`'news' = any(${pushSubscriptions.kinds})`,
    ...(pages.length > 0 ? [sql`${pushSubscriptions.pages} && ${sql.param(pages)}::text[]`] : []),
    ...(products.length > 0
      ? [sql`${pushSubscriptions.products} && ${sql.param(products)}::text[]`]
      : []),
    ...(countries.length > 0
      ? [sql`${pushSubscriptions.country} = any(${sql.param(countries)}::text[])`]
      : []),
    ...(notSinceDays === null
      ? []
      : [sql`${pushSubscriptions.lastVisitAt} <= ${ago(notSinceDays)}::timestamptz`]),
    ...(sinceDays === null
      ? []
      : [sql`${pushSubscriptions.lastVisitAt} >= ${ago(sinceDays)}::timestamptz`]),
  ]
  return sql.join(conditions, sql` and `)
}
