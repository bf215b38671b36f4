/** Stores orders and sign-ups of a shop as activities of its site. */
import type { ActivityInput } from '#app/contract/activities.ts'
import { noteRecords } from '#app/domain/connections/note-records.server.ts'
import { listProductLinks, recordFacts } from '#app/domain/connections/record-activities.server.ts'
import type { Services } from '#app/services.ts'
import type { ConnectedShop } from './connected-shop.server.ts'
import { activityOfCustomer, activityOfOrder, namedItem, shopAccount } from './shop-activities.ts'
import type { ShopCustomer, ShopOrder } from './shop-event.ts'

/** Each once, however often and in any state it is reported. */
export async function recordShopOrders(
  services: Services,
  shop: ConnectedShop,
  orders: readonly ShopOrder[],
): Promise<void> {
  const ids = orders.flatMap((order) => namedItem(order)?.productId ?? [])
  const links = await services.db.asTeam(shop.site, (tx) => listProductLinks(tx, shop, ids))
  const inputs = orders.flatMap(
    (order) => activityOfOrder(order, ({ productId }) => links.get(productId ?? '')) ?? [],
  )
  await record(services, shop, inputs)
}

export async function recordShopCustomers(
  services: Services,
  shop: ConnectedShop,
  customers: readonly ShopCustomer[],
): Promise<void> {
  await record(services, shop, customers.map(activityOfCustomer))
}

async function record(
  services: Services,
  { domain, site, connectionId, installedAt }: ConnectedShop,
  inputs: readonly ActivityInput[],
): Promise<void> {
  const reporting = {
    site,
    connectionId,
    account: shopAccount(domain),
    goalsSince: installedAt,
  }
  const recorded = await recordFacts(
    services,
    reporting,
    inputs.map((fact) => ({ fact, asOf: null })),
  )
  const stored = recorded.filter(({ outcome }) => outcome === 'created').length
  await noteRecords(services, connectionId, { stored, skipped: 0, problem: null })
}
