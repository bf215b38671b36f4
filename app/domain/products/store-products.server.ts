/** Stores products in batches. Products that the owner hid stay hidden. */
import { lte, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Queries } from '#app/db/db.ts'
import { products } from '#app/db/schema/products.ts'
import { plainLine } from '#app/lib/markup/plain-text.ts'
import type { ProductFacts } from './product-fields.ts'

export type ProductOwner = {
  teamId: number
  siteId: number
  /** At most one of both: what lists the products. */
  feedId?: number
  connectionId?: number
}

const excluded = (column: AnyPgColumn) => sql.raw(`excluded.${column.name}`)

const taken = {
  feedId: excluded(products.feedId),
  connectionId: excluded(products.connectionId),
  title: excluded(products.title),
  url: excluded(products.url),
  image: excluded(products.image),
  priceCents: excluded(products.priceCents),
  currency: excluded(products.currency),
  stock: excluded(products.stock),
  isAvailable: excluded(products.isAvailable),
  updatedAt: excluded(products.updatedAt),
}

/** Titles are stored as visitors read them. Nothing but tags is no title, and a product needs one. */
const titleOf = ({ title, externalId }: ProductFacts) => plainLine(title) || externalId

export const productBatch = 500

/**
 * If an id occurs twice, the last one counts.
 *
 * @param at as of when the facts are: what is known of a later moment stays
 */
export async function storeProducts(
  queries: Queries,
  owner: ProductOwner,
  { facts, at }: { facts: readonly ProductFacts[]; at: Date },
): Promise<void> {
  const rows = [...new Map(facts.map((one) => [one.externalId, one])).values()]
    .toSorted((one, other) => (one.externalId < other.externalId ? -1 : 1))
    .map((one) => ({ ...owner, ...one, title: titleOf(one), updatedAt: at }))
  for (let start = 0; start < rows.length; start += productBatch) {
    await queries
      .insert(products)
      .values(rows.slice(start, start + productBatch))
      .onConflictDoUpdate({
        target: [products.siteId, products.externalId],
        set: taken,
        setWhere: lte(products.updatedAt, at),
      })
  }
}
