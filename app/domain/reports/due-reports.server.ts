/** Which reports are due, each person's report about each site and period once. */
import { and, eq, exists, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { memberSites, sites, teamMembers, users } from '#app/db/schema/ground.ts'
import { siteReports } from '#app/db/schema/reports.ts'
import type { Services } from '#app/services.ts'
import { readPushSurface, type PushSurface } from '#app/domain/push/push-surface.server.ts'
import { metrics, type Metric } from '#app/domain/stats/definitions.ts'
import { readMetricDays } from '#app/domain/stats/overview.server.ts'
import { labelDays } from '#app/lib/days/day-text.ts'
import { dayAt, spanOf, type Days } from '#app/lib/days/counted-days.ts'
import { clockAt } from '#app/lib/zoned-days.ts'
import { findSiteScope } from '#app/domain/find-scope.server.ts'
import { frequencies, lastReportPeriod, periodBefore, type Frequency } from './period.ts'

export type DueReport = { siteId: number; userId: number; every: Frequency } & Days

/**
 * Per frequency and time zone. The rest waits for the next run, because the rows stay locked until
 * the caller commits.
 */
const mostAtOnce = 500

/** Local time. Later there is no limit: what an outage held up is sent afterwards. */
const earliest = '06:00'

/**
 * Claims reports in the morning after their period, each in its site's time zone. The caller stores
 * the email's job in the same transaction: a concurrent process waits, and then finds the report
 * claimed.
 */
export async function claimDueReports(tx: Queries, at: Date): Promise<DueReport[]> {
  const zones = await tx
    .selectDistinct({ timeZone: sites.timeZone })
    .from(siteReports)
    .innerJoin(sites, eq(sites.id, siteReports.siteId))
    .orderBy(sites.timeZone)
  const due: DueReport[] = []
  for (const { timeZone } of zones) {
    if (clockAt(timeZone, at.getTime()).time < earliest) continue
    for (const every of frequencies) {
      const period = lastReportPeriod(every, dayAt(timeZone, at))
      due.push(...(await claimPeriod(tx, { timeZone, every, period })))
    }
  }
  return due
}

type Claimed = { timeZone: string; every: Frequency; period: Days }

async function claimPeriod(tx: Queries, { timeZone, every, period }: Claimed) {
  const ofZone = tx.select({ id: sites.id }).from(sites).where(eq(sites.timeZone, timeZone))
  const rows = await tx
    .select({ siteId: siteReports.siteId, userId: siteReports.userId })
    .from(siteReports)
    .where(
      and(
        eq(siteReports.every, every),
        inArray(siteReports.siteId, ofZone),
        isUntold(timeZone, period),
      ),
    )
    .orderBy(siteReports.siteId, siteReports.userId)
    .limit(mostAtOnce)
    .for('update')
  for (const { siteId, userId } of rows) {
    await tx
      .update(siteReports)
      .set({ reportedUntil: period.to })
      .where(and(eq(siteReports.siteId, siteId), eq(siteReports.userId, userId)))
  }
  return rows.map((row): DueReport => ({ ...row, every, ...period }))
}

/** Subscribing during a period includes it. Periods that were over before are never sent. */
const isUntold = (timeZone: string, period: Days) =>
  or(
    lt(siteReports.reportedUntil, period.to),
    and(isNull(siteReports.reportedUntil), lt(siteReports.createdAt, spanOf(timeZone, period).to)),
  )

export type ReportFacts = {
  email: string
  siteUuid: string
  /** The site's host. */
  host: string
  /** Where its days are counted, in words. */
  zone: string
  totals: Record<Metric, number>
  /** In the previous period. */
  before: Record<Metric, number>
  /** Push messages of the period, by days in UTC. Null: there are none. */
  push: PushSurface | null
}

/**
 * Data for the email. Null if it must not be sent: the person has unsubscribed, can't see the site
 * any more, or hasn't verified the address.
 */
export async function readReport(
  services: Services,
  { siteId, userId, every, from, to }: DueReport,
): Promise<ReportFacts | null> {
  const [row] = await services.db.system
    .select({
      email: users.email,
      verifiedAt: users.emailVerifiedAt,
      url: sites.url,
    })
    .from(siteReports)
    .innerJoin(sites, eq(sites.id, siteReports.siteId))
    .innerJoin(users, eq(users.id, siteReports.userId))
    .innerJoin(
      teamMembers,
      and(eq(teamMembers.teamId, sites.teamId), eq(teamMembers.userId, users.id)),
    )
    .where(
      and(
        eq(siteReports.siteId, siteId),
        eq(siteReports.userId, userId),
        or(
          eq(teamMembers.seesAllSites, true),
          inArray(teamMembers.role, ['owner', 'admin']),
          exists(
            services.db.system
              .select({ one: sql`1` })
              .from(memberSites)
              .where(and(eq(memberSites.userId, userId), eq(memberSites.siteId, siteId))),
          ),
        ),
      ),
    )
  if (!row || row.verifiedAt === null) return null
  const scope = await findSiteScope(services.db.system, siteId)
  if (!scope) return null

  const totalsIn = async (period: Days) => {
    const { byDay } = await readMetricDays(services, scope, { ...period, upToDate: true })
    return Object.fromEntries(
      metrics.map((metric) => [metric, byDay[metric].reduce((sum, one) => sum + one, 0)]),
    ) as Record<Metric, number>
  }
  return {
    email: row.email,
    siteUuid: scope.siteUuid,
    host: new URL(row.url).host,
    zone: labelDays(scope.timeZone, spanOf(scope.timeZone, { from, to }).from),
    totals: await totalsIn({ from, to }),
    before: await totalsIn(periodBefore(every, { from, to })),
    push: await readPushSurface(services, scope, { from, to }),
  }
}
