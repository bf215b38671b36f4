/** Why nudges were not shown. */
import { sql } from 'drizzle-orm'
import { notShownReasons, type NotShownReason } from '#app/contract/pixel-events.ts'
import { pixelEvents } from '#app/db/schema/events.ts'
import { nudges } from '#app/db/schema/nudges.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { partsOf, readClosedUntil } from './sums.server.ts'
import { readEachTotals } from './totals.server.ts'
import type { StatsWindow } from './totals.ts'

type ReasonCounts = Record<NotShownReason, number>

export type NotShown = {
  /** How often pages checked whether to show a nudge: `shown` and all reasons together. */
  evaluations: number
  /** Impressions. */
  shown: number
  reasons: ReasonCounts
}

/** As reported by pages. Contains every reason, with 0 if it never occurred. */
export async function readNotShown(
  services: Services,
  site: SiteScope,
  window: StatsWindow,
): Promise<NotShown> {
  const wanted = { window, dimension: 'detail', types: ['not_shown'] } as const
  const [sums = [], seen = []] = await readEachTotals(services.db, site, [
    wanted,
    { window, dimension: 'site', types: ['impression'] },
  ])
  const shown = totalOf(seen, '')
  const reasons = countReasons((reason) => totalOf(sums, reason))
  return { evaluations: sumOf(reasons) + shown, shown, reasons }
}

export type NudgeNotShown = NotShown & {
  /** On pages that showed no nudge at all. Not among its evaluations. */
  ofSite: ReasonCounts
}

/** The same for one nudge. */
export async function readNudgeNotShown(
  services: Services,
  site: SiteScope,
  { nudgeId, window }: { nudgeId: number; window: StatsWindow },
): Promise<NudgeNotShown> {
  const members = [nudgeId, noNudge].flatMap((id) =>
    notShownReasons.map((reason) => memberOf(id, reason)),
  )
  const wanted = { window, dimension: 'reason', types: ['not_shown'], members } as const
  const [sums = [], seen = []] = await readEachTotals(services.db, site, [
    wanted,
    { window, dimension: 'nudge', types: ['impression'], members: [String(nudgeId)] },
  ])
  const shown = totalOf(seen, String(nudgeId))
  const reasons = countReasons((reason) => totalOf(sums, memberOf(nudgeId, reason)))
  const ofSite = countReasons((reason) => totalOf(sums, memberOf(noNudge, reason)))
  return { evaluations: sumOf(reasons) + shown, shown, reasons, ofSite }
}

export type NamedNotShown = NotShown &
  Pick<typeof nudges.$inferSelect, 'uuid' | 'name' | 'type' | 'placement' | 'look'>

/** The same for each nudge that pages checked, most checks first, or for the first `limit`. */
export async function readNotShownByNudge(
  { db }: Services,
  site: SiteScope,
  { window, limit = null }: { window: StatsWindow; limit?: number | null },
): Promise<NamedNotShown[]> {
  const closedUntil = await readClosedUntil(db)
  const held = partsOf(site, { window, dimension: 'reason', types: ['not_shown'] }, closedUntil)
  const seen = partsOf(site, { window, dimension: 'nudge', types: ['impression'] }, closedUntil)
  // Ranked by the database: most of a thousand nudges with their reasons aren't on the screen. Each
  // day's row is read as it is stored, and only the sums are taken apart.
  const { rows } = await db.asTeam(site, (tx) =>
    tx.execute<NudgeRow>(sql`
      with held as materialized (
        select member, sum(total) as total from (${held}) as part group by 1
      ),
      shown as materialized (
        select member, sum(total) as total from (${seen}) as part group by 1
      ),
      reasons as (
        select id, sum(total) as total, json_object_agg(reason, total) as by_reason
        from (
          select split_part(member, ' ', 1)::bigint as id, split_part(member, ' ', 2) as reason, total
          from held
        ) as of_nudges
        where reason = any(${sql.param([...notShownReasons])}::text[])
        group by 1
      ),
      seen as (select member::bigint as id, total from shown)
      select uuid, name, type, placement, look, coalesce(seen.total, 0)::float8 as shown,
        by_reason as reasons
      from ${nudges} left join reasons using (id) left join seen using (id)
      where ${inSite(nudges, site)} and (reasons.id is not null or seen.id is not null)
      order by coalesce(seen.total, 0) + coalesce(reasons.total, 0) desc, id
      limit ${limit}`),
  )
  return rows.map(({ reasons: found, shown, ...nudge }) => {
    const reasons = countReasons((reason) => found?.[reason] ?? 0)
    return { ...nudge, evaluations: sumOf(reasons) + shown, shown, reasons }
  })
}

type NudgeRow = Omit<NamedNotShown, 'evaluations' | 'reasons'> & {
  /** Those that occurred. */
  reasons: Partial<ReasonCounts> | null
}

/** Reported for the page instead of a nudge. */
const noNudge = 0

/** As in `dailyMarginals`. */
const memberOf = (nudgeId: number, reason: NotShownReason) => `${String(nudgeId)} ${reason}`

const totalOf = (sums: readonly { member: string; total: number }[], member: string) =>
  sums.find((sum) => sum.member === member)?.total ?? 0

const countReasons = (countOf: (reason: NotShownReason) => number) =>
  Object.fromEntries(notShownReasons.map((reason) => [reason, countOf(reason)])) as ReasonCounts

const sumOf = (reasons: ReasonCounts) =>
  Object.values(reasons).reduce((sum, total) => sum + total, 0)

/** Enough to find a page of each reason, and few enough for one query. */
const newestRead = 5_000

export type ReasonPages = Partial<Record<NotShownReason, string>>

/**
 * By reason, the page that last reported it for the nudge, or for all nudges, in the last 24 hours.
 * Reads the site's newest events only, so a page may be missing on a busy site.
 */
export async function readReasonPages(
  { db, now }: Services,
  site: SiteScope,
  nudgeId: number,
): Promise<ReasonPages> {
  const since = new Date(now().getTime() - dayMillis).toISOString()
  const { rows } = await db.asTeam(site, (tx) =>
    tx.execute<{ reason: NotShownReason; page: string }>(sql`
      select distinct on (reason) reason, page
      from (
        select type, nudge_id, reason, page, outcome, received_at from ${pixelEvents}
        where ${inSite(pixelEvents, site)} and received_at >= ${since}::timestamptz
        order by received_at desc limit ${newestRead}
      ) as newest
      where type = 'not_shown' and outcome = 'accepted'
        and (nudge_id = ${nudgeId} or nudge_id is null)
      order by reason, received_at desc`),
  )
  return Object.fromEntries(rows.map(({ reason, page }) => [reason, page]))
}
