/** Stock that feeds, imports and connected shops reported, by product page. */
import { and, asc, count, eq, gte, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { connections } from '#app/db/schema/connections.ts'
import { productFeeds, products } from '#app/db/schema/products.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { stockMaxAgeMillis } from '#app/domain/products/stock-age.ts'

export type StockedProduct = {
  url: string
  /** Null: unknown. */
  stock: number | null
  isAvailable: boolean | null
  isHidden: boolean
  /** The feed that contained it last. Null: an import or a connection. */
  feedId: number | null
  /** The connection that delivered it last. Null: a feed or an import. */
  connectionId: number | null
  /** When the stock was last read. An unchanged product counts as read with its feed or shop. */
  readAt: Date
}

export type StockWanted = {
  at: Date
  /** Products with more aren't looked for. Null: no limit. */
  maximum: number | null
  /** Only the products of these pages. Absent: those with the lowest stock. */
  paths?: readonly string[]
}

/** Products looked for when no pages are given. Variants of a product share its page. */
const maxProducts = 500

/** Path of the product's page. Stored URLs are normalized, so there is always one. */
const path = sql<string>`substring(split_part(split_part(${products.url}, '#', 1), '?', 1)
  from 8 + position('/' in substring(${products.url} from 9)))`

const readAt =
  sql<Date>`greatest(${products.updatedAt}, ${productFeeds.readAt}, ${connections.productsReadAt})`.mapWith(
    products.updatedAt,
  )

/** An ended connection reads nothing. */
const isLiveConnection = and(
  eq(connections.id, products.connectionId),
  eq(connections.state, 'active'),
)

/** In stock, with a page, and read recently enough to be shown. */
const isStocked = (site: SiteScope, { at, maximum }: Pick<StockWanted, 'at' | 'maximum'>) =>
  and(
    inSite(products, site),
    isNotNull(products.url),
    eq(products.isHidden, false),
    sql`${products.isAvailable} is distinct from false`,
    gte(products.stock, 1),
    maximum === null ? undefined : lte(products.stock, maximum),
    gte(readAt, sql`${new Date(at.getTime() - stockMaxAgeMillis).toISOString()}::timestamptz`),
  )

/** All products of the given pages, including those without known stock. */
export async function listStock(
  tx: Queries,
  site: SiteScope,
  { at, maximum, paths }: StockWanted,
): Promise<StockedProduct[]> {
  const lowest = tx
    .select({ path })
    .from(products)
    .leftJoin(productFeeds, eq(productFeeds.id, products.feedId))
    .leftJoin(connections, isLiveConnection)
    .where(isStocked(site, { at, maximum }))
    .orderBy(asc(products.stock), asc(products.id))
    .limit(maxProducts)
  const rows = await tx
    .select({
      url: sql<string>`${products.url}`,
      stock: products.stock,
      isAvailable: products.isAvailable,
      isHidden: products.isHidden,
      feedId: products.feedId,
      connectionId: products.connectionId,
      readAt,
    })
    .from(products)
    .leftJoin(productFeeds, eq(productFeeds.id, products.feedId))
    .leftJoin(connections, isLiveConnection)
    .where(
      and(
        inSite(products, site),
        isNotNull(products.url),
        inArray(path, paths === undefined ? lowest : [...paths]),
      ),
    )
  return rows
}

/** Number of products whose stock can be shown. */
export const countStocked = async (tx: Queries, site: SiteScope, at: Date): Promise<number> => {
  const [row] = await tx
    .select({ total: count() })
    .from(products)
    .leftJoin(productFeeds, eq(productFeeds.id, products.feedId))
    .leftJoin(connections, isLiveConnection)
    .where(isStocked(site, { at, maximum: null }))
  return row?.total ?? 0
}
