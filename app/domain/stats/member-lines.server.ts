/** Counts by day of the rows of a breakdown. */
import { sql } from 'drizzle-orm'
import type { PixelEventType } from '#app/contract/pixel-events.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { Span } from './split-window.ts'
import { memberDaysOf, readClosedUntil } from './sums.server.ts'
import { namesOf } from './visitors.server.ts'

export type MemberLinesWanted = {
  by: 'nudge' | 'page' | 'device' | 'country'
  members: readonly string[]
  type: PixelEventType
  /** Whole days (UTC). */
  span: Span
}

/** One number per day for each of the members. */
export async function readMemberLines(
  { db }: Services,
  site: SiteScope,
  { by, members, type, span }: MemberLinesWanted,
): Promise<Record<string, number[]>> {
  if (members.length === 0) return {}
  const closedUntil = await readClosedUntil(db)
  const parts = memberDaysOf(site, { span, dimension: by, types: [type], members }, closedUntil)
  const { rows } = await db.asTeam(site, (tx) =>
    tx.execute<{ member: string; day: string; total: string }>(sql`
      select member, day::text as day, sum(total) as total from (${parts}) as part group by 1, 2`),
  )
  const totals = new Map(rows.map(({ member, day, total }) => [`${day} ${member}`, Number(total)]))
  const days = namesOf(span)
  return Object.fromEntries(
    members.map((member) => [member, days.map((day) => totals.get(`${day} ${member}`) ?? 0)]),
  )
}
