/** The newest activities in the words that visitors read, each with the reason when they don't. */
import { and, desc, eq, max } from 'drizzle-orm'
import { defaultPurchaseQuery } from '../../contract/nudges.ts'
import { activities, sites } from '../../db/schema/index.ts'
import type { Services } from '../../services.ts'
import { sayPurchase } from '../nudges/kinds/purchase.ts'
import { fullOptions } from '../nudges/nudge.ts'
import { listShowablePurchases, type PurchaseView } from '../nudges/purchases.server.ts'
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
    const { conversion } = fullOptions(row?.options ?? {})
    const view = { query: { ...defaultPurchaseQuery, listSize: limit }, conversion, at: now() }

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
    const showable = await listShowablePurchases(tx, site, view)
    const cityPurchases = new Map(showable.map((one) => [one.id, one.cityPurchases]))
    return {
      activities: newest.map((one) =>
        tell({ ...one, cityPurchases: cityPurchases.get(one.id) ?? 0 }, view),
      ),
      lastReceivedAt: received?.at ?? null,
    }
  })
}

type Row = Parameters<typeof activityState>[0] &
  Parameters<typeof sayPurchase>[0] & { uuid: string }

/** What is said of those that no nudge tells yet. */
const words: Partial<Record<Row['kind'], string>> = {
  signup: 'signed up',
  review: 'wrote a review',
}

function tell(row: Row, view: PurchaseView): LatestActivity {
  const { title, text } = sayPurchase(row, view)
  return {
    uuid: row.uuid,
    title,
    text: words[row.kind] ?? text,
    state: activityState(row, view.query.ago, view.at),
    occurredAt: row.occurredAt,
  }
}
