/** The products of a shop's catalog, as its site's products: one row for all variants of a product. */
import { noteRecords } from '#app/domain/connections/note-records.server.ts'
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

export async function storeShopProducts(
  services: Services,
  { site, connectionId, currency }: ConnectedShop,
  { products, ...read }: ReadShopProducts,
): Promise<void> {
  const listed = products.map((product) => ({ ...product, currency }))
  await recordProducts(services, { site, connectionId }, { ...read, products: listed })
  const { length: stored } = products
  await noteRecords(services, connectionId, { stored, skipped: 0, problem: null })
}
