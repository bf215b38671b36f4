/** Products and carts as a theme's Liquid and scripts know them. Amounts are in cents. */
import type { Product, ShopState, Variant } from '../state/shop-state.ts'
import { cartTotal, type CartLines } from './cart.ts'

/** Liquid has no integers of this length, so ids are text here. */
const variantObject = ({ id, title, price, sku, stock }: Variant) => ({
  id: String(id),
  title,
  price,
  sku,
  available: stock === null || stock > 0,
  inventory_management: stock === null ? null : 'shopify',
  inventory_policy: stock === null ? 'continue' : 'deny',
  inventory_quantity: stock ?? 0,
})

export function productObject(product: Product, selected: Variant): Record<string, unknown> {
  const variants = product.variants.map(variantObject)
  return {
    id: String(product.id),
    title: product.title,
    handle: product.handle,
    description: product.description,
    vendor: 'Demo',
    price: selected.price,
    available: variants.some(({ available }) => available),
    variants,
    selected_or_first_available_variant: variantObject(selected),
  }
}

export const cartObject = ({ currency }: ShopState, lines: CartLines) => ({
  total_price: cartTotal(lines),
  item_count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  currency: { iso_code: currency },
})

/** The response of `/cart.js`. */
export const cartJson = ({ currency }: ShopState, lines: CartLines, token: string) => ({
  token,
  total_price: cartTotal(lines),
  item_count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  currency,
  items: lines.map(({ product, variant, quantity }) => ({
    id: variant.id,
    variant_id: variant.id,
    product_id: product.id,
    title: product.title,
    variant_title: product.option && variant.title,
    price: variant.price,
    line_price: variant.price * quantity,
    quantity,
    handle: product.handle,
  })),
})
