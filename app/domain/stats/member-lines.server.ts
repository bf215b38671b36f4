/** Counts by day of the rows of a breakdown. */
import { sql } from 'drizzle-orm'
import type { PixelEventType } from '#app/contract/pixel-events.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { Span } from './split-window.ts'
import { isCountedByHour, memberDaysOf, readClosedUntil } from './sums.server.ts'
import { namesOf } from './visitors.server.ts'

export type MemberLinesWanted = {
  by: 'nudge' | 'page' | 'device' | 'country' | 'product'
  members: readonly string[]
  type: PixelEventType
  /** Whole days (UTC). */
  span: Span
}

/**
 * One number per day for each of the members. Those of products end with the last day that is rolled
 * up, as their sums do.
 */
export async function readMemberLines(
  { db }: Services,
  site: SiteScope,
  { by, members, type, span }: MemberLinesWanted,
): Promise<Record<string, number[]>> {
  if (members.length === 0) return {}
  const closedUntil = await readClosedUntil(db)
  const counted = isCountedByHour(by) ? span : endAt(span, closedUntil)
  const parts = memberDaysOf(
    site,
    { span: counted, dimension: by, types: [type], members },
    closedUntil,
  )
  const { rows } = await db.asTeam(site, (tx) =>
    tx.execute<{ member: string; day: string; total: string }>(sql`
      select member, day::text as day, sum(total) as total from (${parts}) as part group by 1, 2`),
  )
  const totals = new Map(rows.map(({ member, day, total }) => [`${day} ${member}`, Number(total)]))
  const days = namesOf(counted)
  return Object.fromEntries(
    members.map((member) => [member, days.map((day) => totals.get(`${day} ${member}`) ?? 0)]),
  )
}

const endAt = ({ from, to }: Span, end: Date | null): Span => ({
  from,
  to: end !== null && end < to ? end : to,
})
