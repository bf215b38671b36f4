/** Stores orders and sign-ups of a shop as activities of its site. */
import { listProductLinks, recordFacts } from '#app/domain/connections/record-activities.server.ts'
import type { Services } from '#app/services.ts'
import type { ConnectedShop } from './connected-shop.server.ts'
import { activityOfCustomer, activityOfOrder, namedItem } from './shop-activities.ts'
import type { ShopCustomer, ShopOrder } from './shop-event.ts'

/** Each once, however often and in any state it is reported. */
export async function recordShopOrders(
  services: Services,
  shop: ConnectedShop,
  orders: readonly ShopOrder[],
): Promise<void> {
  const ids = orders.flatMap((order) => namedItem(order)?.productId ?? [])
  const links = await services.db.asTeam(shop.site, (tx) => listProductLinks(tx, shop.site, ids))
  const inputs = orders.flatMap(
    (order) => activityOfOrder(order, ({ productId }) => links.get(productId ?? '')) ?? [],
  )
  await recordFacts(services, reporting(shop), inputs)
}

export async function recordShopCustomers(
  services: Services,
  shop: ConnectedShop,
  customers: readonly ShopCustomer[],
): Promise<void> {
  await recordFacts(services, reporting(shop), customers.map(activityOfCustomer))
}

const reporting = ({ site, connectionId, installedAt }: ConnectedShop) => ({
  site,
  connectionId,
  goalsSince: installedAt,
})
