/** Customer events as web pixels receive them. The harness in the page adds who and when. */
import { amountText, gid, type Order, type ShopState } from '../state/shop-state.ts'
import { cartTotal, type CartLines } from './cart.ts'

export type AnalyticsEvent = { name: string; data: Record<string, unknown> }

type Line = CartLines[number]

const price = ({ currency }: ShopState, cents: number) => ({
  amount: Number(amountText(cents)),
  currencyCode: currency,
})

const merchandise = (shop: ShopState, { product, variant }: Omit<Line, 'quantity'>) => ({
  id: String(variant.id),
  title: variant.title,
  sku: variant.sku,
  price: price(shop, variant.price),
  product: {
    id: String(product.id),
    title: product.title,
    vendor: 'Demo',
    type: 'Home goods',
    url: `/products/${product.handle}`,
  },
})

export const pageViewed = (): AnalyticsEvent => ({ name: 'page_viewed', data: {} })

export const productViewed = (shop: ShopState, shown: Omit<Line, 'quantity'>): AnalyticsEvent => ({
  name: 'product_viewed',
  data: { productVariant: merchandise(shop, shown) },
})

export const productAdded = (shop: ShopState, line: Line): AnalyticsEvent => ({
  name: 'product_added_to_cart',
  data: {
    cartLine: {
      merchandise: merchandise(shop, line),
      quantity: line.quantity,
      cost: { totalAmount: price(shop, line.variant.price * line.quantity) },
    },
  },
})

export const checkoutStarted = (
  shop: ShopState,
  lines: CartLines,
  token: string,
): AnalyticsEvent => ({
  name: 'checkout_started',
  data: { checkout: checkoutOf(shop, lines, token) },
})

export const checkoutCompleted = (
  shop: ShopState,
  { lines, token, order }: { lines: CartLines; token: string; order: Order },
): AnalyticsEvent => ({
  name: 'checkout_completed',
  data: {
    checkout: {
      ...checkoutOf(shop, lines, token),
      order: { id: gid('Order', order.id), customer: { id: null, isFirstOrder: null } },
      transactions: [
        {
          gateway: order.isTest ? 'bogus' : 'manual',
          amount: price(shop, cartTotal(lines)),
        },
      ],
    },
  },
})

const checkoutOf = (shop: ShopState, lines: CartLines, token: string) => ({
  token,
  currencyCode: shop.currency,
  totalPrice: price(shop, cartTotal(lines)),
  subtotalPrice: price(shop, cartTotal(lines)),
  lineItems: lines.map((line) => ({
    id: String(line.variant.id),
    title: line.product.title,
    quantity: line.quantity,
    variant: merchandise(shop, line),
  })),
})
