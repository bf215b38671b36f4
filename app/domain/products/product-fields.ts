/**
 * Converts fields of a feed or file into a product. Accepts the names of Google's product data
 * specification, and plain ones.
 */
import { webAddress } from '#app/lib/web/web-address.ts'
export type ProductFacts = {
  externalId: string
  title: string
  url: string | null
  image: string | null
  priceCents: number | null
  currency: string | null
  stock: number | null
  isAvailable: boolean | null
}

/** Maximum per site if the shop's server reports them: as many as a feed can have. */
export const maxReportedProducts = 100_000

export type ProductFields = ReadonlyMap<string, string>

/** An invalid field of an entry, with a message. */
type FieldProblem = { field: string; problem: string }

const maxText = 200
/** Fits into a PostgreSQL integer. */
const maxStock = 2_000_000_000
const maxPriceCents = 100_000_000_000

/** "g:image_link", "image link" and "Image_Link" are the same name. */
export const fieldName = (given: string): string =>
  given
    .trim()
    .toLowerCase()
    .replace(/^.*:/, '')
    .replaceAll(/[\s-]+/g, '_')

export function readProduct(
  fields: ProductFields,
): { ok: true; product: ProductFacts } | ({ ok: false } & FieldProblem) {
  const externalId = textOf(fields, ['id', 'sku'])
  if (externalId === null) return wrong('id', 'Every product needs an ID.')
  if (externalId.length > maxText) return wrong('id', 'Use 200 characters or fewer.')
  const title = textOf(fields, ['title', 'name'])
  if (title === null) return wrong('title', 'Every product needs a title.')
  if (title.length > maxText) return wrong('title', 'Use 200 characters or fewer.')

  const address = textOf(fields, ['link', 'url'])
  const url = address === null ? null : webAddress(address)
  if (url === undefined) return wrong('link', 'Use a URL that starts with https:// or http://.')
  const picture = textOf(fields, ['image_link', 'image'])
  const price = priceOf(fields)
  if (price === undefined) return wrong('price', 'Use a price like 12.50 EUR.')
  const pieces = textOf(fields, ['quantity', 'stock', 'inventory', 'sell_on_google_quantity'])
  const stock = pieces === null ? null : stockOf(pieces)
  if (stock === undefined) return wrong('stock', 'Stock must be a whole number.')

  const available = textOf(fields, ['availability'])
  return {
    ok: true,
    product: {
      externalId,
      title,
      url,
      stock,
      ...price,
      // Optional: an invalid image URL doesn't affect the rest of the product.
      image: webAddress(picture) ?? null,
      isAvailable: available === null ? null : /^in[_ ]stock$/i.test(available),
    },
  }
}

const wrong = (field: string, problem: string) => ({ ok: false as const, field, problem })

/** The first non-empty one of these fields, without control characters. */
function textOf(fields: ProductFields, names: readonly string[]): string | null {
  for (const name of names) {
    const text = fields
      .get(name)
      ?.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ')
      .trim()
    if (text) return text
  }
  return null
}

type Price = Pick<ProductFacts, 'priceCents' | 'currency'>

/** "12.50 EUR", or the currency in a separate field. Undefined when it can't be read. */
function priceOf(fields: ProductFields): Price | undefined {
  const text = textOf(fields, ['price'])
  if (text === null) return { priceCents: null, currency: null }
  const match = /^(\d{1,12})(?:[.,](\d{1,2}))?\s*([A-Za-z]{3})?$/.exec(text)
  if (!match) return undefined
  const [, whole = '', part = '', beside] = match
  const currency = beside ?? textOf(fields, ['currency'])
  const priceCents = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  if (currency === null || !/^[A-Za-z]{3}$/.test(currency)) return undefined
  if (priceCents > maxPriceCents) return undefined
  return { priceCents, currency: currency.toUpperCase() }
}

function stockOf(text: string): number | undefined {
  const count = /^\d{1,10}$/.test(text) ? Number(text) : NaN
  return count <= maxStock ? count : undefined
}
