/** Titles of a site's products, for nudges. */
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { products } from '#app/db/schema/products.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'

export type ProductTitle = { url: string; title: string }

/** Lists the titles of the products with these ids, without hidden ones. */
export async function listProductTitles(
  tx: Queries,
  site: SiteScope,
  ids: readonly string[],
): Promise<ProductTitle[]> {
  if (ids.length === 0) return []
  return tx
    .select({ url: sql<string>`${products.url}`, title: products.title })
    .from(products)
    .where(
      and(
        inSite(products, site),
        eq(products.isHidden, false),
        isNotNull(products.url),
        inArray(products.externalId, [...ids]),
      ),
    )
}
