/** Reads what a team used in the last 30 days, by its plan's rules. */
import { and, notInArray, sql } from 'drizzle-orm'
import { hourlyEvents, teams, visitorDays } from '#app/db/schema/index.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { MeteredMonth } from '#app/domain/stats/meter-history.server.ts'
import { hourMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { countedSpan, recentMillis, type RecentUse } from './recent-use.ts'

/** @param months of the team's meter, also the current one */
export async function readRecentUse(
  { db, now }: Services,
  scope: TeamScope,
  months: readonly MeteredMonth[],
): Promise<RecentUse> {
  const at = now()
  const firstHour = Math.floor((at.getTime() - recentMillis) / hourMillis)
  const from = new Date(firstHour * hourMillis).toISOString()
  return db.asTeam(scope, async (tx) => {
    const [team] = await tx
      .select({ createdAt: teams.createdAt })
      .from(teams)
      .where(inTeam(teams, scope))
    const [seen] = await tx
      .select({ units: sql<number>`coalesce(sum(${visitorDays.visitors}), 0)::float8` })
      .from(visitorDays)
      .where(
        and(
          inTeam(visitorDays, scope),
          // They see nothing and aren't billed.
          notInArray(visitorDays.arm, ['holdout', 'paused']),
          sql`${visitorDays.day} >= ${from.slice(0, 10)}::date`,
          sql`(${visitorDays.day} - date '1970-01-01') * 24 + ${visitorDays.hour} >= ${firstHour}`,
        ),
      )
    const [shown] = await tx
      .select({ units: sql<number>`coalesce(sum(${hourlyEvents.total}), 0)::float8` })
      .from(hourlyEvents)
      .where(
        and(
          inTeam(hourlyEvents, scope),
          sql`${hourlyEvents.type} = 'impression'`,
          sql`${hourlyEvents.hour} >= ${from}::timestamptz`,
        ),
      )
    return {
      used: { visitors: seen?.units ?? 0, impressions: shown?.units ?? 0 },
      ...countedSpan({ now: at, createdAt: team?.createdAt ?? at, months }),
    }
  })
}
