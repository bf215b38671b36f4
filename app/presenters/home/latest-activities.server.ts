/** The latest activities as visitors see them, or the reason why they don't. */
import { and, desc, eq, isNull, max, sql } from 'drizzle-orm'
import { activityKinds } from '#app/contract/activities.ts'
import { fullOptions } from '#app/contract/site-options.ts'
import type { Queries } from '#app/db/db.ts'
import { activities, exclusions, sites } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { feedColumns } from '#app/presenters/activity-feed/activity-feed.server.ts'
import {
  countSameCity,
  formatActivity,
} from '#app/presenters/activity-feed/activity-text.server.ts'
import {
  listActivityQueries,
  activityWindowOf,
} from '#app/presenters/activity-feed/nudges-showing.server.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { activityState, type ActivityState } from '#app/domain/activities/activity-state.ts'

export type LatestActivity = {
  uuid: string
  title: string
  text: string
  state: ActivityState
  /** A published nudge shows activities of its kind. */
  isShown: boolean
  occurredAt: Date
}

export type LatestActivities = { activities: LatestActivity[]; lastReceivedAt: Date | null }

/** By time of the activity, newest first. */
export async function readLatestActivities(
  { db, now }: Services,
  site: SiteScope,
  limit: number,
): Promise<LatestActivities> {
  const at = now()
  return db.asTeam(site, async (tx) => {
    // This screen is in English, whatever the language of the nudges is.
    const [{ options, lastReceivedAt }, newest, published] = await Promise.all([
      readSite(tx, site),
      readNewest(tx, site, limit),
      listActivityQueries(tx, site),
    ])
    const rule = { options: fullOptions(options), words: wordsOf('en') }
    const formatted = new Map<number, LatestActivity>()
    const ofKinds = await Promise.all(
      activityKinds.map(async (kind) => {
        const rows = newest.filter((row) => row.kind === kind)
        const activityWindow = activityWindowOf(published, kind)
        const sameCity = await countSameCity(tx, site, { kind, rows, activityWindow, at })
        return { rows, activityWindow, sameCity }
      }),
    )
    for (const { rows, activityWindow, sameCity } of ofKinds) {
      for (const [index, row] of rows.entries()) {
        formatted.set(row.id, {
          ...formatActivity(row, sameCity[index] ?? 0, rule),
          uuid: row.uuid,
          state: activityState(row, activityWindow.seconds, at),
          isShown: activityWindow.isPublished,
          occurredAt: row.occurredAt,
        })
      }
    }
    return {
      activities: newest.flatMap(({ id }) => formatted.get(id) ?? []),
      lastReceivedAt,
    }
  })
}

const readNewest = (tx: Queries, site: SiteScope, limit: number) =>
  tx
    .select(feedColumns)
    .from(activities)
    .leftJoin(exclusions, eq(exclusions.id, activities.exclusionId))
    // A sale is one, also when its payment is stored as well.
    .where(and(inSite(activities, site), isNull(activities.sameSaleAs)))
    .orderBy(desc(activities.occurredAt), desc(activities.id))
    .limit(limit)

async function readSite(tx: Queries, site: SiteScope) {
  const last = tx
    .select({ at: max(activities.receivedAt) })
    .from(activities)
    .where(inSite(activities, site))
  const [row] = await tx
    .select({
      options: sites.options,
      lastReceivedAt: sql<Date | null>`(${last})`.mapWith(activities.receivedAt),
    })
    .from(sites)
    .where(inSite(sites, site))
  return row ?? { options: {}, lastReceivedAt: null }
}
