/**
 * Brings in what a shop had before it was connected, or while its webhooks didn't arrive: its theme and
 * checkout learn of the site, then all products are read, then the orders that changed since a moment.
 *
 * Goes on where it stopped: after each step, the row of the shop says what comes next.
 */
import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { BackfillState } from '#app/db/schema/shops.ts'
import { shops } from '#app/db/schema/shops.ts'
import { finishCatalog } from '#app/domain/connections/record-products.server.ts'
import { hourMillis, minuteMillis, secondMillis } from '#app/lib/time.ts'
import { TryLater } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { sendBackfillAt } from './backfill-state.server.ts'
import { withAccess } from './call-shop.server.ts'
import { connectStorefront } from './connect-storefront.server.ts'
import { listConnectedShops, type ConnectedShop } from './connected-shop.server.ts'
import { holdOf, isOutage, isShortWait } from './outage.ts'
import { recordShopOrders } from './record-shop-activities.server.ts'
import { OrdersRefused } from './shopify.ts'
import { storeShopProducts } from './store-shop-products.server.ts'

/** A process that began a page and died is given up after this. */
const leaseMillis = 5 * minuteMillis

/** About three days, with pauses that grow to an hour. Then the shop starts it again. */
const mostFailures = 80

/** A shop whose calls others use up is asked again after this at the soonest. */
const shortestWaitMillis = 2 * secondMillis

/**
 * Works on all shops that are due, until none is. They take turns, so that a large shop doesn't hold up
 * others. Several processes share the work.
 */
export async function backfillShops(services: Services): Promise<void> {
  for (;;) {
    const claimed = await claimNext(services)
    if (!claimed) return
    await workOn(services, claimed)
  }
}

type Claimed = { id: number; state: BackfillState | null }

/** The one that has waited longest. */
async function claimNext({ db, now }: Services): Promise<Claimed | undefined> {
  const at = now()
  const next = db.system.$with('next').as(
    db.system
      .select({ id: shops.id })
      .from(shops)
      .where(and(isNull(shops.uninstalledAt), lte(shops.backfillDueAt, at)))
      .orderBy(asc(shops.backfillDueAt), asc(shops.id))
      .limit(1)
      .for('no key update', { skipLocked: true }),
  )
  const [row] = await db.system
    .with(next)
    .update(shops)
    .set({
      backfillDueAt: new Date(at.getTime() + leaseMillis),
      // One that waits runs again, so that none is started beside it.
      backfill: sql`jsonb_set(${shops.backfill}, '{status}', '"running"') - 'heldBy'`,
    })
    .where(inArray(shops.id, db.system.select({ id: next.id }).from(next)))
    .returning({ id: shops.id, state: shops.backfill })
  return row
}

async function workOn(services: Services, { id, state }: Claimed): Promise<void> {
  const { db, log, now } = services
  const [shop] = await listConnectedShops(services, eq(shops.id, id))
  if (!shop || !state) {
    await db.system.update(shops).set({ backfillDueAt: null }).where(eq(shops.id, id))
    return
  }
  try {
    const next = await takeStep(services, shop, state)
    const isWaiting = next.status === 'waiting'
    await store(services, shop, { state: next, dueAt: isWaiting ? lookAt(now(), next) : now() })
  } catch (error) {
    log[isOutage(error) ? 'warn' : 'error']({ shop: shop.domain, err: error }, 'a backfill waits')
    const { state: kept, dueAt } = afterError(services, state, error)
    await store(services, shop, { state: kept, dueAt })
    if (kept.status === 'running') await sendBackfillAt(services, dueAt)
  }
}

type Planned = { state: BackfillState; dueAt: Date }

/**
 * Where it stopped, and when it goes on. A shop whose calls are used up waits as often as it has to:
 * only failures end a backfill.
 */
function afterError({ now }: Services, state: BackfillState, error: unknown): Planned {
  const at = now().getTime()
  if (isShortWait(error)) {
    return { state, dueAt: new Date(Math.max(error.at.getTime(), at + shortestWaitMillis)) }
  }
  const failures = state.failures + 1
  const status = failures > mostFailures ? 'failed' : 'running'
  const pause = Math.min(hourMillis, 5 * secondMillis * 2 ** Math.min(failures, 20))
  const heldBy = holdOf(error)
  const askedFor = error instanceof TryLater ? error.at.getTime() : 0
  return {
    state: { ...state, status, failures, ...(heldBy && { heldBy }) },
    dueAt: new Date(Math.max(askedFor, at + pause)),
  }
}

/** Does nothing if the shop was uninstalled, or installed again, in between. */
async function store(
  { db }: Services,
  { id, installedAt }: ConnectedShop,
  { state, dueAt }: Planned,
): Promise<void> {
  await db.system
    .update(shops)
    .set({ backfill: state, backfillDueAt: isOver(state) ? null : dueAt })
    .where(and(eq(shops.id, id), isNull(shops.uninstalledAt), eq(shops.installedAt, installedAt)))
}

const isOver = ({ status }: BackfillState) => status === 'done' || status === 'failed'

const [soonestLook, latestLook] = [hourMillis, 6 * hourMillis]

/** When Shopify is asked for orders again. Approval takes days, so looks get rarer. */
function lookAt(at: Date, { ordersRefusedSince }: BackfillState): Date {
  const refusedFor = at.getTime() - Date.parse(ordersRefusedSince ?? at.toISOString())
  const pause = Math.min(latestLook, Math.max(soonestLook, refusedFor / 4))
  return new Date(at.getTime() + pause)
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
  const { ordersRefusedSince, lookedAt: _earlier, ...allowed } = state
  const since = new Date(state.since)
  const asked = { since, after, withheld: state.withheld ?? [] }
  try {
    const { items, next, withheld } = await withAccess(services, domain, (shopify, accessToken) =>
      shopify.listOrders({ shop: domain, accessToken }, asked),
    )
    await recordShopOrders(services, shop, items)
    return {
      ...allowed,
      failures: 0,
      withheld,
      cursors: { ...state.cursors, orders: next },
      counts: { ...state.counts, orders: state.counts.orders + items.length },
    }
  } catch (error) {
    if (!(error instanceof OrdersRefused)) throw error
    const lookedAt = services.now().toISOString()
    return {
      ...state,
      status: 'waiting',
      failures: 0,
      ordersRefusedSince: ordersRefusedSince ?? lookedAt,
      lookedAt,
    }
  }
}
