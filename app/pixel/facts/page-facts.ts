/** Reads facts that the page reports about itself. */
import type { PageFacts } from '../renderer.ts'

/** Limit of texts from the page. */
const mostLength = 200

/** Merges the valid parts of `given` into the facts. */
export const readFacts = (facts: PageFacts, given: unknown): PageFacts => {
  if (!isObject(given)) return facts
  const { product, cart, kind, variables } = given
  const read = { ...facts, variables: { ...facts.variables } }
  if (typeof kind === 'string') read.kind = kind
  if (isObject(product)) {
    const { id, stock, image } = product
    read.product = { id: asText(id), stock: asNumber(stock), image: asText(image) }
  }
  if (isObject(cart)) {
    read.cart = { amount: asNumber(cart.amount), currency: asText(cart.currency) }
  }
  for (const [name, value] of Object.entries(isObject(variables) ? variables : {})) {
    const variable = asNumber(value) ?? asText(value)
    if (variable !== undefined) read.variables[name] = variable
  }
  return read
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Shop ids are often numbers. */
export const asText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).slice(0, mostLength)
    : undefined

const asNumber = (value: unknown) => (typeof value === 'number' ? value : undefined)
