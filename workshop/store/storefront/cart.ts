/** Carts of a shop's visitors. A browser has the cart's token; what is in it stays here. */
import type { Product, ShopState, Variant } from '../state/shop-state.ts'

export const maxQuantity = 9

export type CartLines = readonly { product: Product; variant: Variant; quantity: number }[]

export type Carts = {
  /** Without what the shop no longer has. */
  linesOf: (token: string | undefined) => CartLines
  /** @param variantId as text, as forms send it. Returns the changed line; null: there is no such variant. */
  add: (token: string, variantId: string, quantity: number) => CartLines[number] | null
  /** 0 removes the line. */
  set: (token: string, variantId: string, quantity: number) => void
  clear: (token: string) => void
}

export function createCarts(shop: ShopState): Carts {
  const carts = new Map<string, Map<string, number>>()

  const find = (variantId: string) => {
    for (const product of shop.products) {
      const variant = product.variants.find(({ id }) => String(id) === variantId)
      if (variant && product.status === 'ACTIVE') return { product, variant }
    }
    return null
  }
  const set = (token: string, variantId: string, quantity: number) => {
    const cart = carts.get(token) ?? new Map<string, number>()
    carts.set(token, cart)
    if (quantity > 0) cart.set(variantId, Math.min(quantity, maxQuantity))
    else cart.delete(variantId)
  }
  return {
    linesOf(token) {
      const cart = carts.get(token ?? '') ?? new Map<string, number>()
      return [...cart].flatMap(([variantId, quantity]) => {
        const found = find(variantId)
        return found ? [{ ...found, quantity }] : []
      })
    },
    add(token, variantId, quantity) {
      const found = find(variantId)
      if (!found) return null
      const present = carts.get(token)?.get(variantId) ?? 0
      set(token, variantId, present + quantity)
      return { ...found, quantity: Math.min(present + quantity, maxQuantity) }
    },
    set,
    clear(token) {
      carts.delete(token)
    },
  }
}

/** In cents. */
export const cartTotal = (lines: CartLines) =>
  lines.reduce((sum, { variant, quantity }) => sum + variant.price * quantity, 0)

/** Whole pieces, 0 for anything that isn't a number. */
export function readQuantity(text: unknown): number {
  const quantity = Number(text)
  return Number.isInteger(quantity) && quantity > 0 ? Math.min(quantity, maxQuantity) : 0
}

export const findByHandle = ({ products }: ShopState, handle: string): Product | null =>
  products.find((product) => product.handle === handle && product.status === 'ACTIVE') ?? null

/** The asked one, else the first that can be bought. */
export function selectVariant({ variants }: Product, asked: string | undefined): Variant {
  const isAvailable = ({ stock }: Variant) => stock === null || stock > 0
  const found =
    variants.find(({ id }) => String(id) === asked) ?? variants.find(isAvailable) ?? variants[0]
  if (!found) throw new Error('A product has a variant.')
  return found
}
