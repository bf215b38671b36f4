/** Requests of subscribers to hear about a product, an order, or the cart that they left. */
import { and, asc, eq, sql } from 'drizzle-orm'
import { maxWatches, productWatches, type PushWatch } from '#app/contract/push.ts'
import type { Queries } from '#app/db/db.ts'
import { products } from '#app/db/schema/products.ts'
import { pushSends, pushWatches } from '#app/db/schema/push.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import { hourMillis } from '#app/lib/time.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { findAutomation } from './automation-row.server.ts'

type Asked = { subscriptionId: number; watch: PushWatch; words: string; at: Date }

/**
 * Stores a request. The same one again changes nothing but its words, unless its message failed: then it's a
 * new request.
 *
 * @throws Refusal `invalid` for a product that the shop hasn't reported, or whose fact already holds;
 *   `conflict` for more requests than a browser can have
 */
export async function addWatch(
  tx: Queries,
  site: SiteScope,
  { subscriptionId, watch, words, at }: Asked,
): Promise<void> {
  const { teamId, siteId } = site
  const isOfProduct = 'product' in watch
  const price = isOfProduct ? await requireProduct(tx, site, watch) : null
  const dueAt = watch.kind === 'review_request' ? await reviewTime(tx, site, at) : null
  await removeFailed(tx, subscriptionId, watch)
  const total = await tx.$count(pushWatches, eq(pushWatches.subscriptionId, subscriptionId))
  if (total >= maxWatches) {
    throw new Refusal(
      'conflict',
      `A browser can wait for at most ${String(maxWatches)} products and orders. Remove one first.`,
    )
  }
  await tx
    .insert(pushWatches)
    .values({
      teamId,
      siteId,
      subscriptionId,
      kind: watch.kind,
      subject: subjectOf(watch),
      priceCents: price?.priceCents ?? null,
      currency: price?.currency ?? null,
      words,
      createdAt: at,
      dueAt,
    })
    .onConflictDoUpdate({
      target: [pushWatches.subscriptionId, pushWatches.kind, pushWatches.subject],
      set: { words },
    })
}

/** Requests are found once. One whose message is over without having been sent would never be again. */
async function removeFailed(tx: Queries, subscriptionId: number, watch: PushWatch): Promise<void> {
  await tx.delete(pushWatches).where(
    and(
      isRequest(subscriptionId, watch),
      sql`exists (select from ${pushSends} where ${pushSends.watchId} = ${pushWatches.id}
          and ${pushSends.state} in ('failed', 'skipped'))`,
    ),
  )
}

const isRequest = (subscriptionId: number, watch: PushWatch) =>
  and(
    eq(pushWatches.subscriptionId, subscriptionId),
    eq(pushWatches.kind, watch.kind),
    eq(pushWatches.subject, subjectOf(watch)),
  )

const subjectOf = (watch: PushWatch): string => ('product' in watch ? watch.product : watch.order)

export const removeWatch = (tx: Queries, subscriptionId: number, watch: PushWatch) =>
  tx.delete(pushWatches).where(isRequest(subscriptionId, watch))

/** The open requests, oldest first. Carts are none. */
export async function listWatches(tx: Queries, subscriptionId: number): Promise<PushWatch[]> {
  const rows = await tx
    .select({ kind: pushWatches.kind, subject: pushWatches.subject })
    .from(pushWatches)
    .where(eq(pushWatches.subscriptionId, subscriptionId))
    .orderBy(asc(pushWatches.id))
  return rows.flatMap(({ kind, subject }): PushWatch[] => {
    if (kind === 'back_in_stock' || kind === 'price_drop') return [{ kind, product: subject }]
    if (kind === 'order_shipped' || kind === 'review_request') return [{ kind, order: subject }]
    return []
  })
}

type Cart = { subscriptionId: number; products: readonly string[]; page: string; at: Date }

/** Replaces what is known of the cart. An empty one, also after an order, ends the reminder. */
export async function setCart(
  tx: Queries,
  site: SiteScope,
  { subscriptionId, products: carted, page, at }: Cart,
): Promise<void> {
  const { teamId, siteId } = site
  await tx
    .delete(pushWatches)
    .where(
      and(eq(pushWatches.subscriptionId, subscriptionId), eq(pushWatches.kind, 'abandoned_cart')),
    )
  if (carted.length === 0) return
  const automation = await findAutomation(tx, site, 'abandoned_cart')
  if (!automation.isOn) return
  await tx.insert(pushWatches).values({
    teamId,
    siteId,
    subscriptionId,
    kind: 'abandoned_cart',
    subject: [...new Set(carted)].join('\n'),
    page,
    words: '',
    createdAt: at,
    dueAt: new Date(at.getTime() + automation.waitHours * hourMillis),
  })
}

async function reviewTime(tx: Queries, site: SiteScope, at: Date): Promise<Date> {
  const { waitHours } = await findAutomation(tx, site, 'review_request')
  return new Date(at.getTime() + waitHours * hourMillis)
}

type ProductWatch = Extract<PushWatch, { product: string }>

/** A request that can never be answered, or already is, isn't taken. */
async function requireProduct(
  tx: Queries,
  site: SiteScope,
  watch: ProductWatch,
): Promise<{ priceCents: number | null; currency: string | null }> {
  const [product] = await tx
    .select({
      priceCents: products.priceCents,
      currency: products.currency,
      isAvailable,
    })
    .from(products)
    .where(and(inSite(products, site), eq(products.externalId, watch.product)))
  if (!product) throw refuseField('watch.product', 'The shop hasn’t reported this product yet.')
  if (watch.kind === 'back_in_stock' && product.isAvailable) {
    throw refuseField('watch.product', 'This product is in stock.')
  }
  const { priceCents, currency } = product
  if (watch.kind === 'price_drop' && (priceCents === null || currency === null)) {
    throw refuseField('watch.product', 'The shop hasn’t reported a price of this product.')
  }
  return { priceCents, currency }
}

/** Known to be in stock: reported as available, or with a stock of at least one. */
export const isAvailable = sql<boolean>`(not ${products.isHidden}
  and ${products.isAvailable} is distinct from false
  and coalesce(${products.stock} > 0, ${products.isAvailable}, false))`.mapWith(Boolean)

export const isProductWatch = (kind: string): boolean => productWatches.some((one) => one === kind)
