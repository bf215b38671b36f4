/** Places an order like any shop: through the REST API, over HTTP. */
import { z } from 'zod'
import { findDemoShop } from '#app/domain/demo/demo-shop.server.ts'
import type { FieldErrors } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
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

/** @param baseUrl where the product answers */
export async function placeOrder(
  services: Services,
  baseUrl: string,
  order: Order,
): Promise<Placed> {
  const shop = await findDemoShop(services)
  if (!shop?.token) return failed('The demo shop isn’t ready yet. Try again in a moment.')

  const address = `${baseUrl}/api/v1/sites/${shop.scope.siteUuid}/activities`
  const response = await fetch(address, {
    method: 'POST',
    headers: { Authorization: `Bearer ${shop.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(activityOf(services, order)),
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
  services.log.warn({ status: response?.status ?? null }, 'a demo order was not taken')
  return failed('We couldn’t place your order. Your cart is safe. Try again in a moment.')
}

const failed = (message: string): Placed => ({ ok: false, message, errors: {} })

const activityOf = ({ config, now }: Services, { id, buyer, cart }: Order) => ({
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
    url: `${config.appUrl}/demo/products/${product.slug}`,
    image: `${config.appUrl}/demo/images/${product.picture}.svg`,
    quantity,
    price: product.price / 100,
  })),
  total: totalOf(cart) / 100,
  currency: demoCurrency,
})
