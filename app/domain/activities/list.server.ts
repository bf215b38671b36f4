/** The activities of a site, newest first. */
import { and, desc, eq, sql } from 'drizzle-orm'
import type { ActivityKind } from '#app/contract/activities.ts'
import { activities } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { activityColumns, type Activity } from './columns.ts'
import { readCursor, writeCursor } from './cursor.server.ts'

export type ActivityPage = {
  activities: Activity[]
  /** Cursor of the next page; null on the last one. */
  nextCursor: string | null
}

type PageWanted = { limit: number; cursor?: string | undefined; kind?: ActivityKind | undefined }

/** @throws Refusal `invalid` at the cursor when it isn't one of ours */
export async function listActivities(
  { db }: Services,
  site: SiteScope,
  { limit, cursor, kind }: PageWanted,
): Promise<ActivityPage> {
  const after = cursor === undefined ? null : readCursor(cursor)
  const rows = await db.asTeam(site, (tx) =>
    tx
      .select({ ...activityColumns, id: activities.id })
      .from(activities)
      .where(
        and(
          inSite(activities, site),
          kind ? eq(activities.kind, kind) : undefined,
          after
            ? sql`(${activities.occurredAt}, ${activities.id}) < (${after.occurredAt.toISOString()}::timestamptz, ${after.id}::bigint)`
            : undefined,
        ),
      )
      .orderBy(desc(activities.occurredAt), desc(activities.id))
      .limit(limit + 1),
  )

  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    activities: page.map(({ id: _id, ...activity }) => activity),
    nextCursor: last ? writeCursor(last) : null,
  }
}
