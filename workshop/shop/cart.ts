/** The cart. It's stored in a cookie, so everything in it is validated. */
import { findDemoProduct, type DemoProduct } from './catalog.ts'

export const maxQuantity = 9

export type CartLine = { product: DemoProduct; quantity: number }
export type Cart = readonly CartLine[]

/** Parses `mug.2_board.1`. Ignores unknown products, and limits quantities to the maximum. */
export function readCart(text: string | undefined): Cart {
  const quantities = new Map<string, number>()
  for (const part of (text ?? '').slice(0, 1000).split('_')) {
    const [slug = '', quantity] = part.split('.')
    if (!quantities.has(slug)) quantities.set(slug, readQuantity(quantity))
  }
  return [...quantities].flatMap(([slug, quantity]) => {
    const product = findDemoProduct(slug)
    return product && quantity > 0 ? [{ product, quantity }] : []
  })
}

export const writeCart = (cart: Cart) =>
  cart.map(({ product, quantity }) => `${product.slug}.${String(quantity)}`).join('_')

/** 0 to the maximum; 0 for anything that isn't a number. */
export function readQuantity(text: string | null | undefined): number {
  const quantity = Number(text)
  return Number.isInteger(quantity) && quantity > 0 ? Math.min(quantity, maxQuantity) : 0
}

/** Sets the quantity of a product; 0 removes it. */
export function withQuantity(cart: Cart, product: DemoProduct, quantity: number): Cart {
  const isNew = !cart.some((line) => line.product === product)
  const lines = isNew ? [...cart, { product, quantity }] : cart
  return lines
    .map((line) => (line.product === product ? { product, quantity } : line))
    .filter((line) => line.quantity > 0)
}

/** Increases the quantity of a product, up to the maximum. */
export function withMore(cart: Cart, product: DemoProduct, more: number): Cart {
  const present = cart.find((line) => line.product === product)?.quantity ?? 0
  return withQuantity(cart, product, Math.min(present + more, maxQuantity))
}

export const countPieces = (cart: Cart) => cart.reduce((sum, { quantity }) => sum + quantity, 0)

/** In cents. */
export const totalOf = (cart: Cart) =>
  cart.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0)
