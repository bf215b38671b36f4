/** The products of a site, by name, price or stock. */
import { and, asc, desc, eq, ilike, or, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { products } from '#app/db/schema/products.ts'
import { cursorId, cursorText, defineCursor } from '#app/lib/cursor.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { containing } from '#app/lib/like-pattern.ts'
import type { ListOrder } from '#app/lib/list-order.ts'
import type { Services } from '#app/services.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { dropCachedStock } from './cached-stock.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'

export type Product = {
  id: number
  externalId: string
  title: string
  url: string | null
  image: string | null
  priceCents: number | null
  currency: string | null
  stock: number | null
  isAvailable: boolean | null
  isHidden: boolean
  updatedAt: Date
}

/** Sort keys of the list. */
export const productOrderKeys = ['title', 'price', 'stock'] as const
export type ProductOrder = ListOrder<(typeof productOrderKeys)[number]>

/** The value that the list is sorted by, and the product's id. */
const pricePosition = z.object({ value: z.string().regex(/^-?\d{1,18}$/), id: cursorId })
const cursors = {
  title: defineCursor('products by title', z.object({ value: cursorText, id: cursorId })),
  price: defineCursor('products by price', pricePosition),
  stock: defineCursor('products by stock', pricePosition),
}
type ProductPosition = { value: string; id: number }

/** `next` is null on the last page. */
export type ProductPage = { products: Product[]; isFirst: boolean; next: string | null }

type PageWanted = {
  text: string | null
  /** `next` of the page before. Null, and anything else: the first page. */
  cursor: string | null
  /** Absent: by name. */
  order?: ProductOrder
}

const pageSize = 25

export async function listProducts(
  { db }: Services,
  site: SiteScope,
  { text, cursor, order = { by: 'title', isDescending: false } }: PageWanted,
): Promise<ProductPage> {
  const after = cursors[order.by].read(cursor)
  const direction = order.isDescending ? desc : asc
  const value = sortValue(order)
  const part = text === null ? null : containing(text)
  const rows = await db.asTeam(site, (tx) =>
    tx
      .select({
        id: products.id,
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
        sortedBy: sql<string>`${value}::text`,
      })
      .from(products)
      .where(
        and(
          inSite(products, site),
          part === null
            ? undefined
            : or(ilike(products.title, part), eq(products.externalId, text ?? '')),
          after === null ? undefined : isBeyond(order, after),
        ),
      )
      .orderBy(direction(value), direction(products.id))
      .limit(pageSize + 1),
  )

  const page = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? page.at(-1) : undefined
  return {
    products: page.map(({ sortedBy: _value, ...product }) => product),
    isFirst: after === null,
    next: last ? cursors[order.by].write({ value: last.sortedBy, id: last.id }) : null,
  }
}

/** The index by name is read in both directions. Products without the value come last in both. */
function sortValue({ by, isDescending }: ProductOrder): SQL {
  if (by === 'title') return sql`${products.title}`
  const [unknown, uncounted] = isDescending ? lowest : highest
  if (by === 'price') return sql`coalesce(${products.priceCents}, ${unknown})`
  return sql`coalesce(${products.stock},
    case ${products.isAvailable} when false then 0 when true then ${uncounted} else ${unknown} end)`
}

/** Beyond any price or stock: without one, and in stock without a number. */
const lowest = [sql.raw('(-2)::bigint'), sql.raw('(-1)::bigint')] as const
const highest = [sql.raw('900000000000000000'), sql.raw('899999999999999999')] as const

function isBeyond(order: ProductOrder, { value, id }: ProductPosition): SQL {
  const given = order.by === 'title' ? sql`${value}` : sql`${value}::bigint`
  const sign = sql.raw(order.isDescending ? '<' : '>')
  return sql`(${sortValue(order)}, ${products.id}) ${sign} (${given}, ${id}::bigint)`
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
