/** The products of a shop's catalog, as its site's products: one row for all variants of a product. */
import { and, eq, inArray, lt } from 'drizzle-orm'
import { products } from '#app/db/schema/index.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { noteProductsRead } from '#app/domain/connections/connections.server.ts'
import type { ProductFacts } from '#app/domain/products/product-fields.ts'
import { dropCachedStock } from '#app/domain/products/product-stock.server.ts'
import { storeProducts } from '#app/domain/products/store-products.server.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { toCents } from '#app/lib/money.ts'
import { webAddress } from '#app/lib/web/web-address.ts'
import type { Services } from '#app/services.ts'
import type { ConnectedShop } from './connected-shop.server.ts'
import type { ShopProduct } from './shop-event.ts'

/** Their state as it was read. */
export type ReadProducts = {
  products: readonly ShopProduct[]
  /** Ids of those that no longer exist. */
  deleted?: readonly string[]
  /** Before the request was sent. */
  at: Date
}

export async function storeShopProducts(
  services: Services,
  shop: ConnectedShop,
  { products: read, deleted = [], at }: ReadProducts,
): Promise<void> {
  const { site, connectionId } = shop
  const facts = read.flatMap((product) => factsOf(product, shop.currency) ?? [])
  await changeSite(services, site, async (tx) => {
    await storeProducts(
      tx,
      { teamId: site.teamId, siteId: site.siteId, connectionId },
      { facts, at },
    )
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
    await dropCachedStock(tx, site.siteId)
  })
}

/**
 * Ends reading the whole catalog: products that weren't listed are deleted, and the stock of all others
 * counts as read.
 *
 * @param from when reading began
 */
export async function finishCatalog(
  services: Services,
  { site, connectionId }: ConnectedShop,
  from: Date,
): Promise<void> {
  await changeSite(services, site, async (tx) => {
    await tx
      .delete(products)
      .where(
        and(
          inSite(products, site),
          eq(products.connectionId, connectionId),
          lt(products.updatedAt, from),
        ),
      )
    await noteProductsRead(tx, connectionId, from)
    await dropCachedStock(tx, site.siteId)
  })
}

const maxTitle = 200
const maxStock = 2_000_000_000
const maxCents = 100_000_000_000

/** Null without a title. */
function factsOf(product: ShopProduct, currency: string): ProductFacts | null {
  const title = product.title.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  if (title === '') return null
  const priceCents = toCents(product.price)
  const hasPrice = priceCents !== null && priceCents <= maxCents
  return {
    externalId: product.id,
    title: title.length > maxTitle ? `${title.slice(0, maxTitle - 1)}…` : title,
    url: webAddress(product.url) ?? null,
    image: webAddress(product.image) ?? null,
    priceCents: hasPrice ? priceCents : null,
    currency: hasPrice ? currency : null,
    stock: product.stock === null ? null : Math.min(product.stock, maxStock),
    isAvailable: product.isAvailable,
  }
}
