/** The newest activities in the words that visitors read, each with the reason when they don't. */
import { and, desc, eq, max } from 'drizzle-orm'
import type { ActivityKind } from '../../contract/activities.ts'
import { fullQuery } from '../../contract/nudges.ts'
import { activities, sites } from '../../db/schema/index.ts'
import type { Services } from '../../services.ts'
import { sayPurchase, type PurchaseRule } from '../nudges/kinds/purchase.ts'
import { fullOptions } from '../nudges/nudge.ts'
import { listSingle } from '../nudges/single-activities.server.ts'
import { wordsOf } from '../nudges/words/words-of.ts'
import type { SiteScope } from '../teams/scope.ts'
import { activityState, type ActivityState } from './activity-state.ts'

export type LatestActivity = {
  uuid: string
  title: string
  text: string
  state: ActivityState
  occurredAt: Date
}

export type LatestActivities = { activities: LatestActivity[]; lastReceivedAt: Date | null }

/** By the time of the fact, newest first. */
export async function readLatestActivities(
  { db, now }: Services,
  site: SiteScope,
  limit: number,
): Promise<LatestActivities> {
  const ofSite = and(eq(activities.teamId, site.teamId), eq(activities.siteId, site.siteId))
  return db.asTeam(site, async (tx) => {
    const [row] = await tx
      .select({ options: sites.options })
      .from(sites)
      .where(and(eq(sites.teamId, site.teamId), eq(sites.id, site.siteId)))
    // This screen is English, whatever the nudges speak.
    const options = { ...fullOptions(row?.options ?? {}), showVisitorsWithLocationOnly: false }
    const query = { ...fullQuery('purchase', {}), listSize: limit }
    const rule = { conversion: options.conversion, query, words: wordsOf('en') }
    const at = now()

    const newest = await tx
      .select({
        id: activities.id,
        uuid: activities.uuid,
        kind: activities.kind,
        trust: activities.trust,
        approval: activities.approval,
        isShowable: activities.isShowable,
        firstName: activities.firstName,
        lastName: activities.lastName,
        city: activities.city,
        country: activities.country,
        productTitle: activities.productTitle,
        occurredAt: activities.occurredAt,
      })
      .from(activities)
      .where(ofSite)
      .orderBy(desc(activities.occurredAt), desc(activities.id))
      .limit(limit)
    const [received] = await tx
      .select({ at: max(activities.receivedAt) })
      .from(activities)
      .where(ofSite)

    // In the same order: whatever may be shown among the newest stands among the newest showable.
    const showable = await listSingle(tx, site, { kind: 'purchase', query, options, at })
    const sameCity = new Map(showable.map((one) => [one.id, one.sameCity]))
    return {
      activities: newest.map((one) => ({
        ...tell({ ...one, sameCity: sameCity.get(one.id) ?? 0 }, rule),
        state: activityState(one, query.ago, at),
      })),
      lastReceivedAt: received?.at ?? null,
    }
  })
}

type Row = Parameters<typeof sayPurchase>[0] & {
  uuid: string
  kind: ActivityKind
  occurredAt: Date
}

/** What is said of those that no nudge tells yet. */
const words: Partial<Record<Row['kind'], string>> = {
  signup: 'signed up',
  review: 'wrote a review',
}

function tell(row: Row, rule: PurchaseRule): Omit<LatestActivity, 'state'> {
  const { title, text } = sayPurchase(row, rule)
  return {
    uuid: row.uuid,
    title,
    text: words[row.kind] ?? text,
    occurredAt: row.occurredAt,
  }
}
