/**
 * Orders and customers of a shop as activities. Family names stay in the shop: no nudge shows one.
 */
import type { ActivityInput } from '#app/contract/activities.ts'
import type { CustomerPayload, OrderPayload } from './payloads.ts'

/** Page and picture of a product, which orders don't carry. */
export type ProductLink = { url: string | null; image: string | null }

/** The contract's limits, which nothing that a shop sends may exceed. */
const maxItems = 50
const maxText = 200

/** Financial states in which an order has been paid for; then it may be told. */
const paid = new Set(['paid', 'partially_refunded'])

/** Null: nothing to tell yet, because nobody has paid. */
export function activityOfOrder(
  order: OrderPayload,
  linkOf: (productId: string) => ProductLink | undefined,
): ActivityInput | null {
  const state = stateOf(order)
  if (state === null) return null
  const { billing_address: billing, shipping_address: shipping, customer } = order
  const place = shipping ?? billing ?? customer?.default_address
  return {
    kind: 'purchase',
    id: order.id,
    occurred_at: order.processed_at ?? order.created_at,
    state,
    test: order.test ?? false,
    person: {
      first_name: short(customer?.first_name ?? billing?.first_name ?? shipping?.first_name),
      email: order.email ?? customer?.email,
      city: short(place?.city),
      country: countryOf(place?.country_code),
    },
    items: order.line_items.slice(0, maxItems).flatMap((line) => {
      const title = short(line.title)
      if (title === null) return []
      const link = line.product_id ? linkOf(line.product_id) : undefined
      const { quantity, price } = line
      return { title, url: link?.url, image: link?.image, quantity, price: Number(price) }
    }),
    total: Number(order.total_price),
    currency: order.currency,
  }
}

function stateOf(order: OrderPayload): ActivityInput['state'] | null {
  if (order.cancelled_at) return 'cancelled'
  const status = order.financial_status ?? ''
  if (status === 'refunded' || status === 'voided') return 'refunded'
  return paid.has(status) ? 'confirmed' : null
}

export const activityOfCustomer = (customer: CustomerPayload): ActivityInput => ({
  kind: 'signup',
  id: customer.id,
  occurred_at: customer.created_at,
  state: 'confirmed',
  test: false,
  person: {
    first_name: short(customer.first_name),
    email: customer.email,
    city: short(customer.default_address?.city),
    country: countryOf(customer.default_address?.country_code),
  },
})

/** As one line within the contract's length. Null: nothing is left. */
function short(text: string | null | undefined): string | null {
  const line = (text ?? '').replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  return line.length > maxText ? `${line.slice(0, maxText - 1)}…` : line || null
}

const countryOf = (code: string | null | undefined) =>
  code && /^[A-Za-z]{2}$/.test(code) ? code.toUpperCase() : null
