/** Stores orders and sign-ups of a shop as activities of its site. */
import { noteRecords } from '#app/domain/connections/note-records.server.ts'
import {
  listProductLinks,
  recordFacts,
  type SourcedFact,
} from '#app/domain/connections/record-activities.server.ts'
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
  const facts = orders.flatMap((order) => {
    const fact = activityOfOrder(order, ({ productId }) => links.get(productId ?? ''))
    return fact ? [{ fact, asOf: null, orderNumber: order.number ?? null }] : []
  })
  await record(services, shop, facts)
}

export async function recordShopCustomers(
  services: Services,
  shop: ConnectedShop,
  customers: readonly ShopCustomer[],
): Promise<void> {
  const facts = customers.map((customer) => ({ fact: activityOfCustomer(customer), asOf: null }))
  await record(services, shop, facts)
}

async function record(
  services: Services,
  { domain, site, connectionId, installedAt }: ConnectedShop,
  facts: readonly SourcedFact[],
): Promise<void> {
  const reporting = {
    site,
    connectionId,
    account: shopAccount(domain),
    goalsSince: installedAt,
  }
  const recorded = await recordFacts(services, reporting, facts)
  const stored = recorded.filter(({ outcome }) => outcome === 'created').length
  await noteRecords(services, connectionId, { stored, skipped: 0, problem: null })
}
