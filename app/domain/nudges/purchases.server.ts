/** The purchases that a nudge may show, with what the wording rule needs to know. */
import { and, count, desc, inArray, sql } from 'drizzle-orm'
import type { NudgeQuery } from '../../contract/nudges.ts'
import type { PixelItem } from '../../contract/pixel.ts'
import type { SiteOptions } from '../../contract/site-options.ts'
import type { Queries } from '../../db/db.ts'
import { activities } from '../../db/schema/index.ts'
import { isTellable } from '../activities/tellable.server.ts'
import type { SiteScope } from '../teams/scope.ts'
import { sayPurchase, type PurchaseFacts } from './kinds/purchase.ts'
import { webAddress } from './nudge.ts'

export type ShowablePurchase = PurchaseFacts & {
  id: number
  productUrl: string | null
  productImage: string | null
  occurredAt: Date
}

/** What the list depends on: the nudge's query, what the site lets be told, and the moment. */
export type PurchaseView = { query: NudgeQuery; conversion: SiteOptions['conversion']; at: Date }

export const isShowablePurchase = (site: SiteScope, { query, at }: PurchaseView) =>
  isTellable(site, { kind: 'purchase', seconds: query.ago, at })

const cityKey = sql<string | null>`lower(trim(${activities.city}))`

/** Newest first, `listSize` at most. */
export async function listShowablePurchases(
  tx: Queries,
  site: SiteScope,
  view: PurchaseView,
): Promise<ShowablePurchase[]> {
  const rows = await tx
    .select({
      id: activities.id,
      firstName: activities.firstName,
      lastName: activities.lastName,
      city: activities.city,
      cityKey,
      country: activities.country,
      productTitle: activities.productTitle,
      productUrl: activities.productUrl,
      productImage: activities.productImage,
      occurredAt: activities.occurredAt,
    })
    .from(activities)
    .where(isShowablePurchase(site, view))
    .orderBy(desc(activities.occurredAt), desc(activities.id))
    .limit(view.query.listSize)

  const keys = rows.flatMap((row) => row.cityKey ?? [])
  const counts = await countByCity(tx, site, { view, keys: view.conversion.location ? keys : [] })
  return rows.map(({ cityKey: key, ...row }) => ({
    ...row,
    cityPurchases: (key !== null && counts.get(placeKey(key, row.country))) || 0,
  }))
}

/** The purchase as the pixel shows it, still without its claim. */
export function itemOf(purchase: ShowablePurchase, view: PurchaseView): Omit<PixelItem, 'claim'> {
  const image = webAddress(purchase.productImage)
  const url = webAddress(purchase.productUrl)
  return {
    ...sayPurchase(purchase, view),
    at: Math.floor(purchase.occurredAt.getTime() / 1000),
    ...(image === undefined ? {} : { image }),
    ...(url === undefined ? {} : { url }),
  }
}

/** Two cities of one name in two countries are two places. */
async function countByCity(
  tx: Queries,
  site: SiteScope,
  { view, keys }: { view: PurchaseView; keys: string[] },
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const rows = await tx
    .select({ cityKey, country: activities.country, total: count() })
    .from(activities)
    .where(and(isShowablePurchase(site, view), inArray(cityKey, [...new Set(keys)])))
    .groupBy(cityKey, activities.country)
  return new Map(rows.map((row) => [placeKey(row.cityKey ?? '', row.country), row.total]))
}

const placeKey = (city: string, country: string | null) => `${country ?? ''} ${city}`
