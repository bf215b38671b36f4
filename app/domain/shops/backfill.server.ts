/**
 * Brings in what a shop had before it was connected, or while its webhooks didn't arrive: its theme and
 * checkout learn of the site, then all products are read, then the orders that changed since a moment.
 *
 * Goes on where it stopped: after each step, the row of the shop says what comes next.
 */
import { and, eq, inArray, isNull, lte } from 'drizzle-orm'
import type { BackfillState } from '#app/db/schema/index.ts'
import { shops } from '#app/db/schema/index.ts'
import { hourMillis, minuteMillis, secondMillis } from '#app/lib/time.ts'
import { TryLater } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { withAccess } from './call-shop.server.ts'
import { connectStorefront } from './connect-storefront.server.ts'
import { listConnectedShops, type ConnectedShop } from './connected-shop.server.ts'
import { isOutage } from './outage.ts'
import { recordShopOrders } from './record-shop-activities.server.ts'
import { finishCatalog, storeShopProducts } from './store-shop-products.server.ts'

/** A process that began a page and died is given up after this. */
const leaseMillis = 5 * minuteMillis

/** About three days, with pauses that grow to an hour. Then the shop starts it again. */
const mostFailures = 80

/** Works on all shops that are due, until none is. Several processes share the work. */
export async function backfillShops(services: Services): Promise<void> {
  for (;;) {
    const claimed = await claimDue(services)
    if (claimed.length === 0) return
    for (const { shop, state } of claimed) await backfillShop(services, shop, state)
  }
}

type Claimed = { shop: ConnectedShop; state: BackfillState }

async function claimDue(services: Services): Promise<Claimed[]> {
  const { db, now } = services
  const at = now()
  const due = and(isNull(shops.uninstalledAt), lte(shops.backfillDueAt, at))
  const rows = await db.system
    .update(shops)
    .set({ backfillDueAt: new Date(at.getTime() + leaseMillis) })
    .where(due)
    .returning({ id: shops.id, backfill: shops.backfill })
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const connected = await listConnectedShops(services, inArray(shops.id, ids))
  const unconnected = ids.filter((id) => !connected.some((shop) => shop.id === id))
  if (unconnected.length > 0) {
    await db.system.update(shops).set({ backfillDueAt: null }).where(inArray(shops.id, unconnected))
  }
  return connected.flatMap((shop) => {
    const state = rows.find(({ id }) => id === shop.id)?.backfill
    return state ? [{ shop, state }] : []
  })
}

async function backfillShop(
  services: Services,
  shop: ConnectedShop,
  claimed: BackfillState,
): Promise<void> {
  let state = claimed
  try {
    while (state.status === 'running') {
      state = await takeStep(services, shop, state)
      if (!(await store(services, shop, { state }))) return
    }
  } catch (error) {
    const level = isOutage(error) ? 'warn' : 'error'
    services.log[level]({ shop: shop.domain, err: error }, 'a backfill waits')
    const failures = state.failures + 1
    const status = failures > mostFailures ? 'failed' : 'running'
    const dueAt = retryAt(services, error, failures)
    await store(services, shop, { state: { ...state, status, failures }, dueAt })
  }
}

/** @returns false when the shop was uninstalled, or started again, meanwhile */
async function store(
  { db, now }: Services,
  { id, installedAt }: ConnectedShop,
  {
    state,
    dueAt = new Date(now().getTime() + leaseMillis),
  }: { state: BackfillState; dueAt?: Date },
): Promise<boolean> {
  const rows = await db.system
    .update(shops)
    .set({
      backfill: state,
      backfillDueAt: state.status === 'running' ? dueAt : null,
    })
    .where(and(eq(shops.id, id), isNull(shops.uninstalledAt), eq(shops.installedAt, installedAt)))
    .returning({ id: shops.id })
  return rows.length > 0
}

function retryAt({ now }: Services, error: unknown, failures: number): Date {
  if (error instanceof TryLater) return error.at
  const pause = Math.min(hourMillis, 5 * secondMillis * 2 ** Math.min(failures, 20))
  return new Date(now().getTime() + pause)
}

async function takeStep(
  services: Services,
  shop: ConnectedShop,
  state: BackfillState,
): Promise<BackfillState> {
  if (!state.isStorefrontConnected) {
    await connectStorefront(services, shop)
    return { ...state, failures: 0, isStorefrontConnected: true }
  }
  const { products, orders } = state.cursors
  if (products !== null) return readProducts(services, shop, { state, after: products ?? null })
  if (orders !== null) return readOrders(services, shop, { state, after: orders ?? null })
  return { ...state, status: 'done' }
}

type Page = { state: BackfillState; after: string | null }

async function readProducts(
  services: Services,
  shop: ConnectedShop,
  { state, after }: Page,
): Promise<BackfillState> {
  const { domain } = shop
  const at = services.now()
  const from = state.productsFrom === null ? at : new Date(state.productsFrom)
  const { items, next } = await withAccess(services, domain, (shopify, accessToken) =>
    shopify.listProducts({ shop: domain, accessToken }, after),
  )
  await storeShopProducts(services, shop, { products: items, at })
  if (next === null) await finishCatalog(services, shop, from)
  return {
    ...state,
    failures: 0,
    productsFrom: from.toISOString(),
    cursors: { ...state.cursors, products: next },
    counts: { ...state.counts, products: state.counts.products + items.length },
  }
}

async function readOrders(
  services: Services,
  shop: ConnectedShop,
  { state, after }: Page,
): Promise<BackfillState> {
  const { domain } = shop
  const since = new Date(state.since)
  const { items, next } = await withAccess(services, domain, (shopify, accessToken) =>
    shopify.listOrders({ shop: domain, accessToken }, { since, after }),
  )
  await recordShopOrders(services, shop, items)
  return {
    ...state,
    failures: 0,
    cursors: { ...state.cursors, orders: next },
    counts: { ...state.counts, orders: state.counts.orders + items.length },
  }
}
