/** Sums of a closed day for one site, which got its events after the job had summed up that day for all sites. */
import { and, eq, sql } from 'drizzle-orm'
import { dailyEvents, rolledDays } from '#app/db/schema/index.ts'
import {
  dailyMarginals,
  insertMarginals,
  monthlyDimensions,
  monthlyMarginals,
  monthsOf,
  type SiteDays,
} from '#app/domain/events/marginals.ts'
import { rawMarginals } from '#app/domain/events/raw-marginals.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { dayMillis, dayOf, monthOf } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'

/** The job's (app/domain/events/roll-days.server.ts): it and this are one after the other. */
const advisoryLock = 7_263_403

/** Does nothing for a day that the job hasn't summed up yet, as it will. Can be repeated. */
export async function rollSiteDay({ db }: Services, site: SiteScope, day: string): Promise<void> {
  await db.longTransaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLock})`)
    if ((await tx.$count(rolledDays, eq(rolledDays.day, day))) === 0) return
    const next = dayOf(new Date(new Date(day).getTime() + dayMillis))
    const span: SiteDays = { from: day, to: next, siteIds: [site.siteId] }
    const month = monthOf(new Date(day))
    const ofMonth = monthlyDimensions.map(monthsOf)
    await tx
      .delete(dailyEvents)
      .where(
        and(
          inSite(dailyEvents, site),
          eq(dailyEvents.day, day),
          sql`${dailyEvents.dimension} <> all(${sql.param(ofMonth)}::text[])`,
        ),
      )
    await tx.execute(insertMarginals(dailyMarginals(span)))
    await tx.execute(insertMarginals(rawMarginals(span)))
    if (!next.endsWith('-01')) return
    await tx
      .delete(dailyEvents)
      .where(
        and(
          inSite(dailyEvents, site),
          eq(dailyEvents.day, month),
          sql`${dailyEvents.dimension} = any(${sql.param(ofMonth)}::text[])`,
        ),
      )
    const whole = { from: month, to: next, siteIds: [site.siteId] }
    await tx.execute(insertMarginals(monthlyMarginals(whole)))
  })
}
