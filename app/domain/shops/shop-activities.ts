/** Orders and customers of a shop as activities. Family names stay in the shop: no nudge needs one. */
import { activityInput, type ActivityInput } from '#app/contract/activities.ts'
import type { ProductLink } from '#app/domain/connections/record-activities.server.ts'
import { soldProducts } from '#app/integrations/kit/sold-products.ts'
import { firstNameIn } from '#app/lib/names/given-name.ts'
import { shorten } from '#app/lib/storable-text.ts'
import type { ShopAddress, ShopCustomer, ShopOrder } from './shop-event.ts'

/** The contract's limit. */
const maxText = 200

const states = {
  paid: 'confirmed',
  canceled: 'cancelled',
  refunded: 'refunded',
} as const

/** The product that nudges name: the dearest that was kept. */
export const namedItem = ({ items }: Pick<ShopOrder, 'items'>) => soldProducts(items)[0]

/**
 * Has only the item that nudges name. Null for an unpaid order, which may never be paid.
 */
export function activityOfOrder(
  order: ShopOrder,
  linkOf: (item: ShopOrder['items'][number]) => ProductLink | undefined,
): ActivityInput | null {
  const { state, total, currency } = order
  if (state === 'unpaid') return null
  const named = namedItem(order)
  return {
    kind: 'purchase',
    id: order.id,
    occurred_at: order.placedAt,
    state: states[state],
    test: order.isTest,
    person: personOf(order),
    items: (named ? [named] : []).flatMap((item) => {
      const title = asLine(item.title)
      if (title === null) return []
      const { url, image } = linkOf(item) ?? { url: null, image: null }
      return { title, url, image, quantity: item.quantity, price: item.price }
    }),
    total,
    currency: currency.toUpperCase(),
  }
}

export const activityOfCustomer = (customer: ShopCustomer): ActivityInput => ({
  kind: 'signup',
  id: customer.id,
  occurred_at: customer.createdAt,
  state: 'confirmed',
  test: false,
  person: personOf(customer),
})

type Person = {
  firstName: string | null
  email: string | null
  address: ShopAddress | null
}

const personOf = ({ firstName, email, address }: Person) => ({
  first_name: firstNameIn({ first: asLine(firstName), country: address?.country }),
  email: emailShape.safeParse(email).data ?? null,
  city: asLine(address?.city),
  country: countryShape.safeParse(address?.country).data ?? null,
})

const { email: emailShape, country: countryShape } = activityInput.shape.person
  .unwrap()
  .unwrap().shape

/** As one line within the contract's length. Null: nothing is left. */
function asLine(text: string | null | undefined): string | null {
  const line = (text ?? '').replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  return line.length > maxText ? `${shorten(line, maxText - 1)}…` : line || null
}

/** The account of a shop's ids, as of a connection with the same shop (`accountOfIds`). */
export const shopAccount = (domain: string): string => `shopify:${domain}`
