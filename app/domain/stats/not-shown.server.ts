/** Why nudges were not shown. */
import { sql } from 'drizzle-orm'
import { notShownReasons, type NotShownReason } from '#app/contract/pixel-events.ts'
import { nudges, pixelEvents } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { readMemberTotals, readTotals, readTotalsByNudge } from './totals.server.ts'
import type { StatsWindow } from './totals.ts'

export type ReasonCounts = Record<NotShownReason, number>

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
  const [sums, { impressions: shown }] = await Promise.all([
    readMemberTotals(services.db, site, wanted),
    readTotals(services, site, window),
  ])
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
  const [sums, byNudge] = await Promise.all([
    readMemberTotals(services.db, site, wanted),
    readTotalsByNudge(services, site, window),
  ])
  const shown = byNudge.get(nudgeId)?.impressions ?? 0
  const reasons = countReasons((reason) => totalOf(sums, memberOf(nudgeId, reason)))
  const ofSite = countReasons((reason) => totalOf(sums, memberOf(noNudge, reason)))
  return { evaluations: sumOf(reasons) + shown, shown, reasons, ofSite }
}

export type NamedNotShown = NotShown &
  Pick<typeof nudges.$inferSelect, 'uuid' | 'name' | 'type' | 'placement'>

/** The same for each nudge that pages checked, most checks first, or for the first `limit`. */
export async function readNotShownByNudge(
  services: Services,
  site: SiteScope,
  { window, limit = null }: { window: StatsWindow; limit?: number | null },
): Promise<NamedNotShown[]> {
  const wanted = { window, dimension: 'reason', types: ['not_shown'] } as const
  const [sums, totals] = await Promise.all([
    readMemberTotals(services.db, site, wanted),
    readTotalsByNudge(services, site, window),
  ])
  const sumsOf = groupByNudge(sums)
  const ids = new Set([...totals.keys(), ...sumsOf.keys()])
  ids.delete(noNudge)
  const counted = new Map(
    [...ids]
      .map((id) => {
        const shown = totals.get(id)?.impressions ?? 0
        const ofNudge = sumsOf.get(id) ?? []
        const reasons = countReasons((reason) => totalOf(ofNudge, memberOf(id, reason)))
        return [id, { evaluations: sumOf(reasons) + shown, shown, reasons }] as const
      })
      .sort(([, one], [, other]) => other.evaluations - one.evaluations),
  )
  const named = await readFirstNudges(services, site, { ids: [...counted.keys()], limit })
  return named.flatMap(({ id, ...nudge }) => {
    const counts = counted.get(Number(id))
    return counts ? [{ ...nudge, ...counts }] : []
  })
}

type NudgeRow = { id: string } & Omit<NamedNotShown, keyof NotShown>

/** In the order of the ids. Omits those that no longer exist. */
async function readFirstNudges(
  { db }: Services,
  site: SiteScope,
  { ids, limit }: { ids: number[]; limit: number | null },
): Promise<NudgeRow[]> {
  const { rows } = await db.asTeam(site, (tx) =>
    // One parameter: a thousand would cost more than their rows.
    tx.execute<NudgeRow>(sql`
      select id, uuid, name, type, placement
      from unnest(${sql.param(ids)}::bigint[]) with ordinality as asked (id, place)
      join ${nudges} using (id)
      where ${inSite(nudges, site)}
      order by place
      limit ${limit}`),
  )
  return rows
}

type ReasonSum = { member: string; total: number }

function groupByNudge(sums: readonly ReasonSum[]): Map<number, ReasonSum[]> {
  const groups = new Map<number, ReasonSum[]>()
  for (const sum of sums) {
    const group = groups.get(nudgeOf(sum.member))
    if (group) group.push(sum)
    else groups.set(nudgeOf(sum.member), [sum])
  }
  return groups
}

/** Reported for the page instead of a nudge. */
const noNudge = 0

/** As in `dailyMarginals`. */
const memberOf = (nudgeId: number, reason: NotShownReason) => `${String(nudgeId)} ${reason}`

const nudgeOf = (member: string) => Number.parseInt(member, 10)

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
