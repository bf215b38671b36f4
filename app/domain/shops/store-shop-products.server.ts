/** The products of a shop's catalog, as its site's products: one row for all variants of a product. */
import { recordProducts } from '#app/domain/connections/record-products.server.ts'
import type { Services } from '#app/services.ts'
import type { ConnectedShop } from './connected-shop.server.ts'
import type { ShopProduct } from './shop-event.ts'

/** Their state as it was read. */
export type ReadShopProducts = {
  products: readonly ShopProduct[]
  /** Ids of those that no longer exist. */
  deleted?: readonly string[]
  /** Before the request was sent. */
  at: Date
}

export const storeShopProducts = (
  services: Services,
  { site, connectionId, currency }: ConnectedShop,
  { products, ...read }: ReadShopProducts,
): Promise<void> =>
  recordProducts(
    services,
    { site, connectionId },
    { ...read, products: products.map((product) => ({ ...product, currency })) },
  )
