/** Places an order like any shop: through the REST API, over HTTP. */
import { z } from 'zod'
import type { FieldErrors } from '#app/lib/errors.ts'
import type { Log } from '#app/lib/log.server.ts'
import { totalOf, type Cart } from './cart.ts'
import { demoCurrency } from './catalog.ts'

export type Buyer = { first_name: string; city: string; country: string }

export type Placed =
  | { ok: true }
  /** Errors by field of the checkout form; `message` says what to do. */
  | { ok: false; message: string; errors: FieldErrors }

export type Order = { id: string; buyer: Buyer; cart: Cart }

const problem = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())),
})

const answerMillis = 10_000

/** A site of the product, with a token for it. */
export type ShopSite = { uuid: string; token: string }

export type Product = {
  /** As visitors open it. */
  appUrl: string
  /** Where it answers on this machine. */
  baseUrl: string
  log: Log
  now: () => Date
}

/** @param site null until there is one */
export async function placeOrder(
  product: Product,
  site: ShopSite | null,
  order: Order,
): Promise<Placed> {
  if (!site) return failed('The demo shop isn’t ready yet. Try again in a moment.')

  const address = `${product.baseUrl}/api/v1/sites/${site.uuid}/activities`
  const response = await fetch(address, {
    method: 'POST',
    headers: { Authorization: `Bearer ${site.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(activityOf(product, order)),
    signal: AbortSignal.timeout(answerMillis),
  }).catch(() => null)

  // A form that is submitted twice is one order: its id is known, with an earlier time.
  if (response?.ok || response?.status === 409) {
    await response.body?.cancel()
    return { ok: true }
  }
  const rejection = problem.safeParse(await response?.json().catch(() => null))
  if (response?.status === 422 && rejection.success) {
    const fields = Object.entries(rejection.data.errors).map(([field, messages]) => [
      field.replace(/^person\./, ''),
      messages,
    ])
    return {
      ok: false,
      message: rejection.data.message,
      errors: Object.fromEntries(fields) as FieldErrors,
    }
  }
  product.log.warn({ status: response?.status ?? null }, 'a demo order was not taken')
  return failed('We couldn’t place your order. Your cart is safe. Try again in a moment.')
}

const failed = (message: string): Placed => ({ ok: false, message, errors: {} })

const activityOf = ({ appUrl, now }: Product, { id, buyer, cart }: Order) => ({
  kind: 'purchase',
  id,
  occurred_at: now().toISOString(),
  person: {
    first_name: buyer.first_name || null,
    city: buyer.city || null,
    country: buyer.country || null,
  },
  items: cart.map(({ product, quantity }) => ({
    title: product.title,
    url: `${appUrl}/demo/products/${product.slug}`,
    image: `${appUrl}/demo/images/${product.picture}.svg`,
    quantity,
    price: product.price / 100,
  })),
  total: totalOf(cart) / 100,
  currency: demoCurrency,
})
