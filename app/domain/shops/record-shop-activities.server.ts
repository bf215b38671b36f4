/** Stores orders and sign-ups of a shop as activities of its site. */
import { and, eq, inArray } from 'drizzle-orm'
import type { ActivityInput } from '#app/contract/activities.ts'
import type { Queries } from '#app/db/db.ts'
import { products } from '#app/db/schema/index.ts'
import { stripEmail } from '#app/domain/activities/activity-row.server.ts'
import { recordReports } from '#app/domain/activities/record-activities.server.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { findErased } from '#app/domain/erasures/erased-activities.server.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { Services } from '#app/services.ts'
import type { ConnectedShop } from './connected-shop.server.ts'
import { activityOfCustomer, activityOfOrder, type ProductLink } from './shop-activities.ts'
import type { ShopCustomer, ShopOrder } from './shop-event.ts'

/** Each once, however often and in whatever state it is reported. */
export async function recordShopOrders(
  services: Services,
  shop: ConnectedShop,
  orders: readonly ShopOrder[],
): Promise<void> {
  const ids = orders.flatMap(({ items: [first] }) => first?.productId ?? [])
  const links = await services.db.asTeam(shop.site, (tx) => listLinks(tx, shop.site, ids))
  const inputs = orders.flatMap(
    (order) => activityOfOrder(order, ({ productId }) => links.get(productId ?? '')) ?? [],
  )
  await record(services, shop, inputs)
}

export const recordShopCustomers = (
  services: Services,
  shop: ConnectedShop,
  customers: readonly ShopCustomer[],
): Promise<void> => record(services, shop, customers.map(activityOfCustomer))

async function record(
  services: Services,
  { site, connectionId, installedAt }: ConnectedShop,
  inputs: readonly ActivityInput[],
): Promise<void> {
  if (inputs.length === 0) return
  const { secrets } = services.security
  const erased = await findErasedInputs(services, site, inputs)
  const wanted = inputs.filter((input) => !erased.has(input))
  await changeSite(services, site, (tx) =>
    recordReports(tx, site, {
      reports: wanted.map((input) => stripEmail(secrets, input)),
      provenance: { source: 'integration', connectionId },
      at: services.now(),
      // Of earlier orders no one knows whether nudges were seen before.
      goalsSince: installedAt,
    }),
  )
}

/** Customers whose data was erased don't come back with a late delivery or another backfill. */
async function findErasedInputs(
  { db, security: { secrets } }: Services,
  { siteUuid }: SiteScope,
  inputs: readonly ActivityInput[],
): Promise<ReadonlySet<ActivityInput>> {
  const keys = inputs.map((input) => ({ kind: input.kind, externalId: input.id, input }))
  const erased = await findErased(db.system, { secrets, siteUuid }, keys)
  return new Set([...erased].map(({ input }) => input))
}

async function listLinks(
  tx: Queries,
  site: SiteScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProductLink>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({
      id: products.externalId,
      url: products.url,
      image: products.image,
    })
    .from(products)
    .where(
      and(
        inSite(products, site),
        eq(products.isHidden, false),
        inArray(products.externalId, [...new Set(ids)]),
      ),
    )
  return new Map(rows.map(({ id, ...link }) => [id, link]))
}
