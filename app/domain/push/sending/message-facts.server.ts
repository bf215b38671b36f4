/**
 * The facts of automations, read in the moment of sending: a message about stock, a price or an order is sent
 * only while it is true.
 */
import { and, eq, inArray, or } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/activities.ts'
import { products } from '#app/db/schema/products.ts'
import { fromCents } from '#app/lib/money.ts'
import type { ClaimedSend } from './claim-sends.server.ts'
import type { MessageFacts } from '../message-content.ts'
import { isAvailable } from '../watches.server.ts'

export type Facts = {
  values: MessageFacts
  /** Path or URL of the page that the message opens. Null: the one that its owner entered. */
  path: string | null
  /** In words, for the subscriber. */
  why: readonly string[]
}

type Product = {
  siteId: number
  externalId: string
  title: string
  url: string | null
  priceCents: number | null
  currency: string | null
  isAvailable: boolean
}

type Order = {
  siteId: number
  externalId: string
  orderNumber: string | null
  state: string | null
}

/**
 * Reads the facts of a batch.
 *
 * @returns finds those of one send. Null: the fact no longer holds
 */
export async function readFacts(
  queries: Queries,
  claimed: readonly ClaimedSend[],
): Promise<(send: ClaimedSend) => Facts | null> {
  const [ofProducts, ofOrders] = await Promise.all([
    readProducts(queries, claimed),
    readOrders(queries, claimed),
  ])
  return (send) => factsOf(send, { products: ofProducts, orders: ofOrders })
}

type Read = { products: ReadonlyMap<string, Product>; orders: ReadonlyMap<string, Order> }

function factsOf(send: ClaimedSend, { products: known, orders }: Read): Facts | null {
  const shop = new URL(send.siteUrl).host
  const asked = dayIn(send.watch?.createdAt ?? send.consentAt)
  const ofSite = (id: string) => `${String(send.siteId)} ${id}`
  if (send.kind === 'news') {
    return { values: {}, path: null, why: [`You subscribed to news from ${shop} on ${asked}.`] }
  }
  const { watch } = send
  // The subscriber no longer waits for it.
  if (watch?.subject == null) return null
  if (send.kind === 'order_shipped' || send.kind === 'review_request') {
    return orderFacts(send, { order: orders.get(ofSite(watch.subject)), shop, asked })
  }
  const ids = watch.subject.split('\n')
  const found = ids.map((id) => known.get(ofSite(id))).find((one) => one?.isAvailable)
  if (!found) return null
  const values = { product: found.title, shop }
  if (send.kind === 'back_in_stock') {
    const why = [
      `You asked ${shop} on ${asked} to let you know when this product is back.`,
      'The shop reports that it is in stock.',
    ]
    return { values, path: found.url, why }
  }
  if (send.kind === 'abandoned_cart') {
    const why = [
      `You agreed to reminders about your cart at ${shop}.`,
      `You last changed the cart on ${asked}. This product was in it, and the shop reports that it is in stock.`,
    ]
    return { values, path: watch.page, why }
  }
  return priceFacts(send, { product: found, shop, asked })
}

type Priced = { product: Product; shop: string; asked: string }

function priceFacts(
  { watch, language }: ClaimedSend,
  { product, shop, asked }: Priced,
): Facts | null {
  const { priceCents, currency } = product
  const before = watch?.priceCents ?? null
  if (priceCents === null || before === null || currency === null) return null
  if (currency !== watch?.currency || priceCents >= before) return null
  const price = formatPrice(priceCents, { currency, language })
  const oldPrice = formatPrice(before, { currency, language })
  return {
    values: { product: product.title, shop, price, old_price: oldPrice },
    path: product.url,
    why: [
      `You asked ${shop} on ${asked} to let you know when the price of this product drops.`,
      `It was ${oldPrice} then. The shop reports ${price}.`,
    ],
  }
}

type Ordered = { order: Order | undefined; shop: string; asked: string }

function orderFacts(send: ClaimedSend, { order, shop, asked }: Ordered): Facts | null {
  const number = send.watch?.subject ?? ''
  // A review of an order that was canceled or paid back is no one's wish.
  if (order?.state === 'cancelled' || order?.state === 'refunded') return null
  const values = { order: number, shop }
  if (send.kind === 'order_shipped') {
    const reported = dayIn(send.createdAt)
    const why = [
      `You asked ${shop} on ${asked} to let you know when your order ${number} ships.`,
      `The shop reported on ${reported} that it has shipped.`,
    ]
    return { values, path: null, why }
  }
  if (!order) return null
  const why = [
    `You agreed on ${asked} that ${shop} asks you about your order ${number}.`,
    'The shop has reported this order.',
  ]
  return { values, path: null, why }
}

/**
 * Prices are stored in hundredths of every currency. Languages that the server doesn't know are English, and
 * so are tags of older subscriptions that aren't BCP 47.
 */
function formatPrice(
  cents: number,
  { currency, language }: { currency: string; language: string },
): string {
  const known = supportedTag(language) ?? 'en'
  return new Intl.NumberFormat(known, { style: 'currency', currency }).format(fromCents(cents) ?? 0)
}

function supportedTag(language: string): string | undefined {
  try {
    return Intl.NumberFormat.supportedLocalesOf([language])[0]
  } catch {
    return undefined
  }
}

const dayIn = (at: Date) => at.toISOString().slice(0, 10)

async function readProducts(
  queries: Queries,
  claimed: readonly ClaimedSend[],
): Promise<ReadonlyMap<string, Product>> {
  const wanted = claimed.flatMap(({ kind, siteId, watch }) =>
    watch?.subject != null && ['back_in_stock', 'price_drop', 'abandoned_cart'].includes(kind)
      ? [{ siteId, ids: watch.subject.split('\n') }]
      : [],
  )
  if (wanted.length === 0) return new Map()
  const rows = await queries
    .select({
      siteId: products.siteId,
      externalId: products.externalId,
      title: products.title,
      url: products.url,
      priceCents: products.priceCents,
      currency: products.currency,
      isAvailable,
    })
    .from(products)
    .where(
      or(
        ...wanted.map(({ siteId, ids }) =>
          and(eq(products.siteId, siteId), inArray(products.externalId, ids)),
        ),
      ),
    )
  return new Map(rows.map((row) => [`${String(row.siteId)} ${row.externalId}`, row]))
}

async function readOrders(
  queries: Queries,
  claimed: readonly ClaimedSend[],
): Promise<ReadonlyMap<string, Order>> {
  const wanted = claimed.flatMap(({ kind, siteId, watch }) =>
    watch?.subject != null && (kind === 'order_shipped' || kind === 'review_request')
      ? [{ siteId, id: watch.subject }]
      : [],
  )
  if (wanted.length === 0) return new Map()
  const rows = await queries
    .select({
      siteId: activities.siteId,
      externalId: activities.externalId,
      orderNumber: activities.orderNumber,
      state: activities.state,
    })
    .from(activities)
    .where(
      or(
        ...wanted.map(({ siteId, id }) =>
          and(
            eq(activities.siteId, siteId),
            eq(activities.kind, 'purchase'),
            or(eq(activities.externalId, id), eq(activities.orderNumber, id)),
          ),
        ),
      ),
    )
  return new Map(
    rows.flatMap((row) =>
      [row.externalId, row.orderNumber ?? row.externalId].map(
        (id) => [`${String(row.siteId)} ${id}`, row] as const,
      ),
    ),
  )
}
