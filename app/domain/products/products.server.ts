/** The products of a site, by name. */
import { and, asc, desc, eq, ilike, or, sql } from 'drizzle-orm'
import { products } from '#app/db/schema/index.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { dropCachedStock } from './product-stock.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'

export type Product = {
  id: number
  externalId: string
  title: string
  priceCents: number | null
  currency: string | null
  stock: number | null
  isAvailable: boolean | null
  isHidden: boolean
  updatedAt: Date
}

export type ProductPage = { products: Product[]; next: { title: string; id: number } | null }

type PageWanted = {
  text: string | null
  after: { title: string; id: number } | null
  /** By title from Z. The index is read in both directions. */
  isReversed?: boolean
}

const pageSize = 25

export async function listProducts(
  { db }: Services,
  site: SiteScope,
  { text, after, isReversed = false }: PageWanted,
): Promise<ProductPage> {
  const direction = isReversed ? desc : asc
  const part = text === null ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const rows = await db.asTeam(site, (tx) =>
    tx
      .select({
        id: products.id,
        externalId: products.externalId,
        title: products.title,
        priceCents: products.priceCents,
        currency: products.currency,
        stock: products.stock,
        isAvailable: products.isAvailable,
        isHidden: products.isHidden,
        updatedAt: products.updatedAt,
      })
      .from(products)
      .where(
        and(
          inSite(products, site),
          part === null
            ? undefined
            : or(ilike(products.title, part), eq(products.externalId, text ?? '')),
          after === null
            ? undefined
            : sql`(${products.title}, ${products.id}) ${sql.raw(isReversed ? '<' : '>')} (${after.title}, ${after.id}::bigint)`,
        ),
      )
      .orderBy(direction(products.title), direction(products.id))
      .limit(pageSize + 1),
  )

  const page = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? page.at(-1) : undefined
  return { products: page, next: last ? { title: last.title, id: last.id } : null }
}

/** Nudges show nothing about a hidden product. @throws Refusal `not_found` */
export async function setProductHidden(
  { db, siteCache }: Services,
  site: SiteScope,
  { id, isHidden }: { id: number; isHidden: boolean },
): Promise<void> {
  const changed = await changeSite({ db, siteCache }, site, async (tx) => {
    await dropCachedStock(tx, site.siteId)
    return tx
      .update(products)
      .set({ isHidden })
      .where(and(inSite(products, site), eq(products.id, id)))
      .returning({ id: products.id })
  })
  if (changed.length === 0) throw new Refusal('not_found', 'Product not found.')
}
