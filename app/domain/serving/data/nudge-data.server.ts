/** Reads the data of nudges from the database. */
import type { Queries } from '#app/db/db.ts'
import { readPublishedRating } from '#app/domain/connections/reviews/published-rating.server.ts'
import { listShownMessages } from '#app/domain/messages/messages.server.ts'
import type { NudgeData, PathStock, StockAsked } from '#app/domain/nudges/types/kit/nudge-data.ts'
import { titlesByPath } from '#app/domain/nudges/types/kit/product-names.ts'
import { listProductTitles } from '#app/domain/products/product-titles.server.ts'
import { stockMaxAgeMillis } from '#app/domain/products/stock-age.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { createTtlCache } from '#app/lib/cache/ttl-cache.ts'
import {
  countByPath,
  countDistinctly,
  isCovered,
  rate,
  restsOnFile,
} from './activity-counts.server.ts'
import { listRecentActivities } from './recent-activities.server.ts'
import { stockByPath } from './stock-by-path.ts'
import { listStock } from './stock.server.ts'
import { countWindow } from './window-counts.server.ts'

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

export const readNudgeData = (tx: Queries, site: SiteScope): NudgeData => ({
  listRecentActivities: (view) => listRecentActivities(tx, site, view),
  countDistinctly: (view) => countDistinctly(tx, site, view),
  countByPath: (asked) => countByPath(tx, site, asked),
  isCovered: (view) => isCovered(tx, site, view),
  restsOnFile: (view) => restsOnFile(tx, site, view),
  readPublishedRating: (asked) => readPublishedRating(tx, site, asked),
  rate: (view) => rate(tx, site, view),
  countWindow: (window) => countWindow(tx, site, window),
  stockByPath: (asked) => readStock(tx, site, asked),
  titlesByPath: async ({ siteName, ids }) =>
    titlesByPath(await listProductTitles(tx, site, ids), siteName),
  listShownMessages: (most) => listShownMessages(tx, site, most),
})
