/**
 * Which events of Footfall a customer event of Shopify is. Pure.
 *
 * Takes nothing about the person: no name, email address, phone number or postal address.
 */
import type {
  Checkout,
  PixelEventsCheckoutCompleted,
  PixelEventsCheckoutStarted,
  PixelEventsProductAddedToCart,
} from '@shopify/web-pixels-extension'
import type { PixelEvent } from '../../../app/contract/pixel-events.ts'

/** The sandbox may run a later version of Shopify's events than the one that we know. */
type Given<Event extends { id: string }> = Pick<Event, 'id'> & Loose<Omit<Event, 'id'>>
type Loose<Value> = Value extends object
  ? { [Name in keyof Value]?: Loose<Value[Name]> | null | undefined }
  : Value

/** Instead of the paths of a checkout, which have its token. Goals by URL can use them. */
const checkoutPaths = { started: '/checkout', completed: '/checkout/thank-you' } as const

/** Shopify's gateway for trying a checkout. Other test orders look like real ones here. */
const testGateway = 'bogus'

/** Counts as a cart with the product. */
export function describeAddedToCart(event: Given<PixelEventsProductAddedToCart>): PixelEvent[] {
  const product = readId(event.data?.cartLine?.merchandise?.product?.id)
  if (product === null) return []
  return [{ id: eventId(event.id), type: 'cart', page: readPath(event.context), product }]
}

/** Counts as a visit of the checkout, where the theme's script can't run. */
export const describeCheckout = ({ id }: Given<PixelEventsCheckoutStarted>): PixelEvent[] => [
  { id: eventId(id), type: 'visit', page: checkoutPaths.started },
]

/**
 * Counts as a visit of the thank-you page and as an order. Empty for a test order.
 *
 * The order has the number that the shop's server reports it with, so it counts once.
 */
export function describeOrder(event: Given<PixelEventsCheckoutCompleted>): PixelEvent[] {
  const checkout = event.data?.checkout
  if (!checkout || isTest(checkout)) return []
  const page = checkoutPaths.completed
  const visit: PixelEvent = { id: eventId(event.id, 'visit'), type: 'visit', page }
  const order = readId(checkout.order?.id)
  if (order === null) return [visit]
  return [
    visit,
    { id: eventId(event.id), type: 'order', page, order, ...readWorth(checkout.totalPrice) },
  ]
}

const isTest = ({ transactions }: Loose<Checkout>) =>
  transactions?.some((transaction) => transaction?.gateway === testGateway) ?? false

/** Without both, neither. */
function readWorth(price: Loose<Checkout['totalPrice']> | undefined) {
  const { amount, currencyCode } = price ?? {}
  const value = typeof amount === 'number' ? amount : Number.NaN
  return value >= 0 && typeof currencyCode === 'string' && /^[A-Z]{3}$/.test(currencyCode)
    ? { value, currency: currencyCode }
    : {}
}

/** Without the type of a global id: `gid://shopify/Order/1` is `1`, as in webhooks. */
function readId(id: unknown): string | null {
  const [number] = /\d+$/.exec(typeof id === 'string' ? id : '') ?? []
  return number ?? null
}

/** The same event has the same id, so it counts once when it is sent again. */
const eventId = (id: string, prefix = 'event') =>
  `${prefix}-${id.replace(/[^\w-]/g, '-')}`.padEnd(16, '-').slice(0, 64)

function readPath(context: Given<PixelEventsProductAddedToCart>['context']): string {
  const path = context?.document?.location?.pathname ?? ''
  return /^\/[^?#]*$/.test(path) ? path.slice(0, 512) : '/'
}
