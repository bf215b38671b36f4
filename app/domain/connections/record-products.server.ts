/** Products that a connection lists, as its site's products. */
import { and, eq, inArray, lt } from 'drizzle-orm'
import { connections } from '#app/db/schema/connections.ts'
import { products } from '#app/db/schema/products.ts'
import { changeSite } from '#app/domain/change-site.ts'
import type { ProductFacts } from '#app/domain/products/product-fields.ts'
import { dropCachedStock } from '#app/domain/products/cached-stock.server.ts'
import { storeProducts } from '#app/domain/products/store-products.server.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { plainLine } from '#app/lib/markup/plain-text.ts'
import { toCents } from '#app/lib/money.ts'
import { webAddress } from '#app/lib/web/web-address.ts'
import { shorten } from '#app/lib/storable-text.ts'
import type { Services } from '#app/services.ts'
import { noteProductsRead } from './connections.server.ts'

type ListingConnection = { connectionId: number; site: SiteScope }

export type ListedProduct = {
  id: string
  title: string
  url: string | null
  image: string | null
  /** Decimal. */
  price: number | null
  currency: string | null
  /** Null: unknown. */
  stock: number | null
  isAvailable: boolean | null
}

/** Their state as it was read. */
export type ReadProducts = {
  products: readonly ListedProduct[]
  /** Ids of those that no longer exist. */
  deleted?: readonly string[]
  /** Before the request was sent. */
  at: Date
}

export async function recordProducts(
  services: Services,
  { site, connectionId }: ListingConnection,
  { products: read, deleted = [], at }: ReadProducts,
): Promise<void> {
  const facts = read.flatMap((product) => factsOf(product) ?? [])
  if (facts.length === 0 && deleted.length === 0) return
  await changeSite(services, site, async (tx) => {
    await dropCachedStock(tx, site.siteId)
    const owner = { teamId: site.teamId, siteId: site.siteId, connectionId }
    await storeProducts(tx, owner, { facts, at })
    if (deleted.length > 0) {
      await tx
        .delete(products)
        .where(
          and(
            inSite(products, site),
            eq(products.connectionId, connectionId),
            inArray(products.externalId, [...deleted]),
          ),
        )
    }
  })
}

/**
 * Ends reading the whole catalog: products that weren't listed are deleted, and the stock of all others
 * counts as read. If most are missing, the service may have answered by mistake, so those that the reading before
 * had stay until the next one agrees.
 *
 * @param from when reading began
 */
export async function finishCatalog(
  services: Services,
  { site, connectionId }: ListingConnection,
  from: Date,
): Promise<void> {
  await changeSite(services, site, async (tx) => {
    await dropCachedStock(tx, site.siteId)
    const ofConnection = and(inSite(products, site), eq(products.connectionId, connectionId))
    const isMissing = lt(products.updatedAt, from)
    const all = await tx.$count(products, ofConnection)
    const missing = await tx.$count(products, and(ofConnection, isMissing))
    const [before] = await tx
      .select({ readAt: connections.productsReadAt })
      .from(connections)
      .where(eq(connections.id, connectionId))
    const readAt = before?.readAt ?? null
    const isDoubtful = missing * 2 > all && readAt !== null
    await tx
      .delete(products)
      .where(and(ofConnection, isDoubtful ? lt(products.updatedAt, readAt) : isMissing))
    await noteProductsRead(tx, connectionId, from)
  })
}

const maxTitle = 200
const maxStock = 2_000_000_000
const maxCents = 100_000_000_000

/** Null without a title. */
function factsOf(product: ListedProduct): ProductFacts | null {
  // Before it is cut, because a cut entity is none.
  const title = plainLine(product.title)
  if (title === '') return null
  const priceCents = toCents(product.price)
  const hasPrice = priceCents !== null && priceCents <= maxCents && product.currency !== null
  const { stock } = product
  const isCount = stock !== null && Number.isInteger(stock)
  return {
    externalId: product.id,
    title: title.length > maxTitle ? `${shorten(title, maxTitle - 1)}…` : title,
    url: webAddress(product.url) ?? null,
    image: webAddress(product.image) ?? null,
    priceCents: hasPrice ? priceCents : null,
    currency: hasPrice ? product.currency : null,
    // Services count below zero what was ordered and isn't there.
    stock: isCount ? Math.max(0, Math.min(stock, maxStock)) : null,
    isAvailable: product.isAvailable,
  }
}
