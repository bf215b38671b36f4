/** Processes Shopify's webhooks. Their order of arrival doesn't matter. */
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { UnreadableDelivery } from '#app/domain/deliveries/delivery.ts'
import type {
  DeliveryOutcomes,
  WaitingDelivery,
} from '#app/domain/deliveries/process-deliveries.server.ts'
import { isUninstalled, purgeShop } from '#app/domain/lifecycle/purge-shops.server.ts'
import { readCustomerData, redactCustomer } from '#app/domain/lifecycle/shop-customer.server.ts'
import { withAccess } from '#app/domain/shops/call-shop.server.ts'
import { findConnectedShop, type ConnectedShop } from '#app/domain/shops/connected-shop.server.ts'
import {
  recordShopCustomers,
  recordShopOrders,
} from '#app/domain/shops/record-shop-activities.server.ts'
import { refreshShop } from '#app/domain/shops/refresh-shop.server.ts'
import type { ShopEvent, ShopProduct, ShopSubject } from '#app/domain/shops/shop-event.ts'
import { findScreenAddress } from '#app/domain/shops/screen-address.server.ts'
import { findTeamOfShop } from '#app/domain/shops/shops.server.ts'
import { storeShopProducts } from '#app/domain/shops/store-shop-products.server.ts'
import { uninstallShop } from '#app/domain/shops/uninstall-shop.server.ts'
import { dataRequestEmail } from '#app/emails/data-request-email.ts'
import { renderEmail } from '#app/emails/render-email.server.tsx'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'

type Arrived = { delivery: WaitingDelivery; event: ShopEvent }

/** Deliveries that are processed together, and how. */
type Step = {
  arrived: readonly Arrived[]
  run: (some: readonly Arrived[]) => Promise<void>
}

export async function processShopDeliveries(
  services: Services,
  batch: readonly WaitingDelivery[],
): Promise<DeliveryOutcomes> {
  const failures = new Map<WaitingDelivery, unknown>()
  const domains = new Set(batch.map(({ account }) => account))
  for (const domain of domains) {
    const ofShop = batch.filter(({ account }) => account === domain)
    const arrived = readEvents(services, ofShop, failures)
    for (const one of installSteps(services, domain, arrived)) await runStep(one, failures)
    const shop = await findConnectedShop(services, domain)
    if (!shop) continue
    for (const one of dataSteps(services, shop, arrived)) await runStep(one, failures)
  }
  return failures
}

/** Marks unreadable deliveries as failed. */
function readEvents(
  { shopify }: Services,
  batch: readonly WaitingDelivery[],
  failures: Map<WaitingDelivery, unknown>,
): Arrived[] {
  return batch.flatMap((delivery) => {
    try {
      // Without the app’s keys, no delivery was accepted since the start.
      return shopify ? [{ delivery, event: shopify.readEvent(delivery) }] : []
    } catch (error) {
      const isUnreadable = error instanceof BadRecord
      failures.set(delivery, isUnreadable ? new UnreadableDelivery(error.message) : error)
      return []
    }
  })
}

/** Together first. If that fails, one by one, so one of them doesn't stop the others. */
async function runStep(
  { arrived, run }: Step,
  failures: Map<WaitingDelivery, unknown>,
): Promise<void> {
  if (arrived.length === 0) return
  try {
    await run(arrived)
  } catch (error) {
    const [only, ...others] = arrived
    if (only && others.length === 0) failures.set(only.delivery, error)
    else for (const one of arrived) await runStep({ arrived: [one], run }, failures)
  }
}

/**
 * @param pick what has to be known of an event; undefined when the step isn't about it
 */
function step<Item>(
  arrived: readonly Arrived[],
  pick: (one: Arrived) => Item | undefined,
  run: (items: Item[]) => Promise<unknown>,
): Step {
  const itemsOf = (some: readonly Arrived[]) =>
    some.flatMap((one) => {
      const item = pick(one)
      return item === undefined ? [] : [item]
    })
  return {
    arrived: arrived.filter((one) => pick(one) !== undefined),
    async run(some) {
      await run(itemsOf(some))
    },
  }
}

/** Steps for the install itself, and for shops that are no longer installed. */
const installSteps = (services: Services, domain: string, arrived: readonly Arrived[]): Step[] => [
  step(
    arrived,
    ({ event, delivery }) =>
      event.kind === 'uninstalled' ? (delivery.triggeredAt ?? delivery.receivedAt) : undefined,
    async (moments) => {
      for (const at of moments) await uninstallShop(services, { domain, at })
      await syncShop(services, domain)
    },
  ),
  step(
    arrived,
    ({ event }) => (event.kind === 'charge-changed' ? event : undefined),
    () => syncShop(services, domain),
  ),
  step(
    arrived,
    ({ event, delivery }) =>
      event.kind === 'redact-customer'
        ? { domain, subject: event.subject, deliveryRow: delivery.rowId }
        : undefined,
    async (requests) => {
      for (const request of requests) await redactCustomer(services, request)
    },
  ),
  step(
    arrived,
    ({ event, delivery }) =>
      event.kind === 'data-request' ? { id: delivery.id, subject: event.subject } : undefined,
    async (requests) => {
      for (const request of requests) await answerDataRequest(services, domain, request)
    },
  ),
  step(
    arrived,
    ({ event }) => (event.kind === 'redact-shop' ? event : undefined),
    () => purgeShop(services, domain, isUninstalled),
  ),
]

const dataSteps = (
  services: Services,
  shop: ConnectedShop,
  arrived: readonly Arrived[],
): Step[] => [
  step(
    arrived,
    ({ event }) => (event.kind === 'order' ? event.order : undefined),
    (orders) => recordShopOrders(services, shop, orders),
  ),
  step(
    arrived,
    ({ event }) => (event.kind === 'customer' ? event.customer : undefined),
    (customers) => recordShopCustomers(services, shop, customers),
  ),
  step(
    arrived,
    ({ event }) => (event.kind === 'order-changed' ? event.orderId : undefined),
    (ids) => refetchOrders(services, shop, new Set(ids)),
  ),
  step(
    arrived,
    ({ event }) => (event.kind === 'product-changed' ? event.productId : undefined),
    (ids) => refetchProducts(services, shop, new Set(ids)),
  ),
  step(
    arrived,
    ({ event }) => (event.kind === 'stock-changed' ? event.inventoryItemId : undefined),
    (ids) => refetchStock(services, shop, new Set(ids)),
  ),
  step(
    arrived,
    ({ event }) => (event.kind === 'shop-changed' ? event : undefined),
    () => refreshShop(services, shop),
  ),
]

/** Also without a site: it may have been deleted, and the shop still pays. */
async function syncShop(services: Services, domain: string): Promise<void> {
  const team = await findTeamOfShop(services, domain)
  if (team) await syncBilling(services, team)
}

async function answerDataRequest(
  services: Services,
  domain: string,
  { id, subject }: { id: string; subject: ShopSubject },
): Promise<void> {
  const data = await readCustomerData(services, { domain, subject })
  if (!data) return
  const { to, teamId, shop, rows } = data
  if (to.endsWith('.invalid')) {
    services.log.warn({ shop: domain }, 'a data request was not answered: the owner has no address')
    return
  }
  const content = dataRequestEmail(
    { shop, count: rows.length },
    await findScreenAddress(services, { ownerOf: teamId }),
  )
  const file = {
    filename: 'customer-data.json',
    content: JSON.stringify(rows, null, 2),
    contentType: 'application/json',
  }
  await services.mail.mailer.send({
    id: `data-request-${id.replaceAll(/[^\w-]/g, '-')}`,
    to,
    ...renderEmail(content),
    ...(rows.length > 0 ? { attachments: [file] } : {}),
  })
}

async function refetchOrders(
  services: Services,
  shop: ConnectedShop,
  ids: ReadonlySet<string>,
): Promise<void> {
  const orders = await withAccess(services, shop.domain, async (shopify, accessToken) => {
    const access = { shop: shop.domain, accessToken }
    const read = []
    for (const id of ids) read.push(await shopify.readOrder(access, id))
    return read.filter((order) => order !== null)
  })
  await recordShopOrders(services, shop, orders)
}

async function refetchProducts(
  services: Services,
  shop: ConnectedShop,
  ids: ReadonlySet<string>,
): Promise<void> {
  const at = services.now()
  const products: ShopProduct[] = []
  const deleted: string[] = []
  await withAccess(services, shop.domain, async (shopify, accessToken) => {
    for (const id of ids) {
      const product = await shopify.readProduct({ shop: shop.domain, accessToken }, id)
      if (product) products.push(product)
      else deleted.push(id)
    }
  })
  await storeShopProducts(services, shop, { products, deleted, at })
}

async function refetchStock(
  services: Services,
  shop: ConnectedShop,
  itemIds: ReadonlySet<string>,
): Promise<void> {
  const at = services.now()
  const products = await withAccess(services, shop.domain, async (shopify, accessToken) => {
    const read = new Map<string, ShopProduct>()
    for (const id of itemIds) {
      const product = await shopify.readProductOfItem({ shop: shop.domain, accessToken }, id)
      if (product) read.set(product.id, product)
    }
    return [...read.values()]
  })
  await storeShopProducts(services, shop, { products, at })
}
