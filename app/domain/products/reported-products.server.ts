/** Products that the shop's server reports, and the list of all products for it. */
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { products } from '#app/db/schema/products.ts'
import { cursorText, defineCursor } from '#app/lib/cursor.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { changeSite } from '#app/domain/change-site.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { maxReportedProducts, type ProductFacts } from './product-fields.ts'
import { dropCachedStock } from './cached-stock.server.ts'
import { storeProducts } from './store-products.server.ts'

export type ReportedProduct = ProductFacts & { isHidden: boolean; updatedAt: Date }

const columns = {
  externalId: products.externalId,
  title: products.title,
  url: products.url,
  image: products.image,
  priceCents: products.priceCents,
  currency: products.currency,
  stock: products.stock,
  isAvailable: products.isAvailable,
  isHidden: products.isHidden,
  updatedAt: products.updatedAt,
}

export type StoredProduct = { outcome: 'created' | 'updated'; product: ReportedProduct }

/**
 * Stores products as a whole, in one transaction. The last source that reports a product lists it:
 * after this call a product of a feed or a connection doesn't count as read with that source.
 * Outcomes are in the same order.
 *
 * @throws Refusal `conflict` when the site has too many products
 */
export async function putProducts(
  { db, siteCache, now }: Services,
  site: SiteScope,
  facts: readonly ProductFacts[],
): Promise<StoredProduct[]> {
  if (facts.length === 0) return []
  const ids = [...new Set(facts.map(({ externalId }) => externalId))]
  const ofIds = and(inSite(products, site), inArray(products.externalId, ids))
  const stored = await changeSite({ db, siteCache }, site, async (tx) => {
    await dropCachedStock(tx, site.siteId)
    const known = await tx.select({ id: products.externalId }).from(products).where(ofIds)
    const added = ids.length - known.length
    if (
      added > 0 &&
      (await tx.$count(products, inSite(products, site))) + added > maxReportedProducts
    ) {
      throw new Refusal(
        'conflict',
        `A site can have up to ${maxReportedProducts.toLocaleString('en')} products. Delete some to add others.`,
      )
    }
    const { teamId, siteId } = site
    await storeProducts(tx, { teamId, siteId }, { facts, at: now() })
    const rows = await tx.select(columns).from(products).where(ofIds)
    return { known: new Set(known.map(({ id }) => id)), rows }
  })
  const byId = new Map(stored.rows.map((row) => [row.externalId, row]))
  return facts.map(({ externalId }) => {
    const product = byId.get(externalId)
    if (!product) throw new Error('A product was not stored.')
    const isKnown = stored.known.has(externalId)
    // If a batch contains an id twice, the first one creates it.
    stored.known.add(externalId)
    return { outcome: isKnown ? 'updated' : 'created', product }
  })
}

const reportedCursor = defineCursor('reported products', z.object({ externalId: cursorText }))

export type ReportedPage = { products: ReportedProduct[]; nextCursor: string | null }

/**
 * By the shop's id, which never changes: pages neither skip nor repeat a product.
 *
 * @throws Refusal `invalid` at the cursor when it isn't one of ours
 */
export async function listReportedProducts(
  { db }: Services,
  site: SiteScope,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<ReportedPage> {
  const after = cursor === undefined ? null : reportedCursor.require(cursor).externalId
  const rows = await db.asTeam(site, (tx) =>
    tx
      .select(columns)
      .from(products)
      .where(
        and(inSite(products, site), after === null ? undefined : gt(products.externalId, after)),
      )
      .orderBy(asc(products.externalId))
      .limit(limit + 1),
  )
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { products: page, nextCursor: last ? reportedCursor.write(last) : null }
}

/** @throws Refusal `not_found` */
export async function findReportedProduct(
  { db }: Services,
  site: SiteScope,
  externalId: string,
): Promise<ReportedProduct> {
  const [found] = await db.asTeam(site, (tx) =>
    tx
      .select(columns)
      .from(products)
      .where(and(inSite(products, site), eq(products.externalId, externalId))),
  )
  if (found) return found
  throw noProduct()
}

/** A feed that lists the product brings it back when it is read. @throws Refusal `not_found` */
export async function removeProduct(
  { db, siteCache }: Services,
  site: SiteScope,
  externalId: string,
): Promise<void> {
  await changeSite({ db, siteCache }, site, async (tx) => {
    await dropCachedStock(tx, site.siteId)
    const gone = await tx
      .delete(products)
      .where(and(inSite(products, site), eq(products.externalId, externalId)))
      .returning({ id: products.id })
    if (gone.length === 0) throw noProduct()
  })
}

const noProduct = () => new Refusal('not_found', 'Product not found.')
