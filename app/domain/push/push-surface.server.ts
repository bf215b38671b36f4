/** Push next to popup and inline nudges: its numbers on some days, for home, statistics and reports. */
import { and, inArray, sql } from 'drizzle-orm'
import { pushCounts, pushSubscriptions } from '#app/db/schema/push.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { Services } from '#app/services.ts'

export type PushSurface = {
  /** Subscribed now. */
  subscribers: number
  /** Messages of campaigns and automations on the days. */
  accepted: number
  shown: number
  clicked: number
  /** Subscribers who turned messages off with one of them. */
  stopped: number
}

/**
 * The days are those of UTC. One statement, because each of these screens has many already.
 *
 * @returns null where no one is subscribed and nothing was sent
 */
export async function readPushSurface(
  { db }: Services,
  site: SiteScope,
  { from, to }: { from: string; to: string },
): Promise<PushSurface | null> {
  const sumOf = (name: 'accepted' | 'shown' | 'clicked' | 'stopped') =>
    sql<number>`coalesce(sum(${pushCounts[name]}), 0)`.mapWith(Number)
  const [row] = await db.asTeam(site, (tx) =>
    tx
      .select({
        subscribers: sql<number>`(select count(*) from ${pushSubscriptions}
          where ${inSite(pushSubscriptions, site)})`.mapWith(Number),
        accepted: sumOf('accepted'),
        shown: sumOf('shown'),
        clicked: sumOf('clicked'),
        stopped: sumOf('stopped'),
      })
      .from(pushCounts)
      .where(
        and(
          inSite(pushCounts, site),
          inArray(pushCounts.variant, ['a', 'b']),
          sql`${pushCounts.day} between ${from} and ${to}`,
        ),
      ),
  )
  return row && row.subscribers + row.accepted > 0 ? row : null
}
