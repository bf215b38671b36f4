/** The queries that nudge types ask of a site. Types receive them, so they need no database themselves. */
import type { Queries } from '#app/db/db.ts'
import {
  countByPath,
  countDistinctly,
  isCovered,
  rate,
  restsOnFile,
} from '#app/domain/activities/activity-counts.server.ts'
import type { CountView } from '#app/domain/activities/count-view.ts'
import type { ActivityView } from '#app/domain/activities/item-details.ts'
import { listRecentActivities } from '#app/domain/activities/recent-activities.server.ts'
import { readPublishedRating } from '#app/domain/connections/reviews/published-rating.server.ts'
import { listShownMessages } from '#app/domain/messages/messages.server.ts'
import { listProductTitles } from '#app/domain/products/product-titles.server.ts'
import { listStock } from '#app/domain/products/product-stock.server.ts'
import { stockMaxAgeMillis } from '#app/domain/products/stock-age.ts'
import { createTtlCache } from '#app/lib/cache/ttl-cache.ts'
import { countWindow } from '#app/domain/presence/window-counts.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { titlesByPath } from './product-names.ts'
import { stockByPath, type PathStock } from './stock-by-path.ts'

export type StockAsked = {
  siteName: string
  at: Date
  /** See `sites.withdrawals`. */
  withdrawals: number
  /** Higher stock isn't shown. Null: no limit. */
  maximum: number | null
  /** Only these pages. Absent: those with the lowest stock. */
  paths?: readonly string[]
}

/** Finding a site's lowest stock reads all of its products, and feeds are read every six hours. */
const stocks = createTtlCache<PathStock>({ ttlMillis: 60_000, maxEntries: 5_000 })

function readStock(tx: Queries, site: SiteScope, asked: StockAsked): Promise<PathStock> {
  const { siteName, at, withdrawals, maximum, paths } = asked
  const key = [site.siteUuid, siteName, withdrawals, maximum, ...(paths ?? ['lowest'])].join(' ')
  const since = new Date(at.getTime() - stockMaxAgeMillis)
  return stocks.getOrRead(key, at, async () =>
    stockByPath(await listStock(tx, site, asked), { siteName, since, maximum }),
  )
}

export const readNudgeData = (tx: Queries, site: SiteScope) => ({
  listRecentActivities: (view: ActivityView) => listRecentActivities(tx, site, view),
  countDistinctly: (view: CountView) => countDistinctly(tx, site, view),
  countByPath: (asked: Parameters<typeof countByPath>[2]) => countByPath(tx, site, asked),
  isCovered: (view: CountView) => isCovered(tx, site, view),
  restsOnFile: (view: CountView) => restsOnFile(tx, site, view),
  readPublishedRating: (asked: Parameters<typeof readPublishedRating>[2]) =>
    readPublishedRating(tx, site, asked),
  rate: (view: CountView) => rate(tx, site, view),
  countWindow: (window: Parameters<typeof countWindow>[2]) => countWindow(tx, site, window),
  stockByPath: (asked: StockAsked) => readStock(tx, site, asked),
  titlesByPath: async ({ siteName, ids }: { siteName: string; ids: readonly string[] }) =>
    titlesByPath(await listProductTitles(tx, site, ids), siteName),
  listShownMessages: (most: number) => listShownMessages(tx, site, most),
})

export type NudgeData = ReturnType<typeof readNudgeData>
