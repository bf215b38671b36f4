/** What lies in the cart. The browser keeps it in a cookie, so everything in it is checked. */
import { findDemoProduct, type DemoProduct } from './catalog.ts'

export const maxQuantity = 9

export type CartLine = { product: DemoProduct; quantity: number }
export type Cart = readonly CartLine[]

/** Reads `mug.2_board.1`; what is unknown is left out, and too many become the most there can be. */
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

/** 0 to the most there can be; 0 for what is no number. */
export function readQuantity(text: string | null | undefined): number {
  const quantity = Number(text)
  return Number.isInteger(quantity) && quantity > 0 ? Math.min(quantity, maxQuantity) : 0
}

/** The cart with exactly so many of one product; 0 takes it out. */
export function withQuantity(cart: Cart, product: DemoProduct, quantity: number): Cart {
  const isNew = !cart.some((line) => line.product === product)
  const lines = isNew ? [...cart, { product, quantity }] : cart
  return lines
    .map((line) => (line.product === product ? { product, quantity } : line))
    .filter((line) => line.quantity > 0)
}

/** The cart with more of one product, up to the most there can be. */
export function withMore(cart: Cart, product: DemoProduct, more: number): Cart {
  const present = cart.find((line) => line.product === product)?.quantity ?? 0
  return withQuantity(cart, product, Math.min(present + more, maxQuantity))
}

export const countPieces = (cart: Cart) => cart.reduce((sum, { quantity }) => sum + quantity, 0)

/** In cents. */
export const totalOf = (cart: Cart) =>
  cart.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0)
