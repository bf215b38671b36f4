/**
 * Converts fields of a feed or file into a product. Accepts the names of Google's product data
 * specification, and plain ones.
 */
import { readAmount } from '#app/lib/amounts/read-amount.ts'
import { plainLine } from '#app/lib/markup/plain-text.ts'
import { webAddress } from '#app/lib/web/web-address.ts'
import { shorten } from '#app/lib/storable-text.ts'
import { readAvailability } from './availability.ts'
import { readStock } from './stock-number.ts'

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

/** A field of an entry that can't be read: our name for it, a sentence for its owner, and its text. */
export type FieldProblem = { field: string; problem: string; given: string | null }

const maxText = 200
const maxPriceCents = 100_000_000_000

/**
 * Only a product without an ID or a title is refused. Any other field that can't be read is unknown,
 * and listed in `lost`.
 */
export type ReadProduct =
  | { ok: true; product: ProductFacts; lost: FieldProblem[] }
  | ({ ok: false } & FieldProblem)

export function readProduct(fields: ProductFields): ReadProduct {
  const externalId = textOf(fields, ['id', 'sku'])
  if (externalId === null) return wrong('id', 'Every product needs an ID.')
  if (externalId.length > maxText) return wrong('id', 'Use 200 characters or fewer.', externalId)
  const written = textOf(fields, ['title', 'name'])
  const title = written === null ? '' : plainLine(written)
  if (title === '') return wrong('title', 'Every product needs a title.', written)
  if (title.includes(lostLetter)) {
    return wrong('title', 'The title has broken letters. Save the file as UTF-8.', written)
  }

  const lost: FieldProblem[] = []
  /** Null, and a problem for the owner, when the field has a text that means nothing. */
  const read = <Value>(names: readonly string[], of: FieldReader<Value>): Value | null => {
    const given = textOf(fields, names)
    const value = given === null ? null : of.read(given)
    if (given !== null && value === null) {
      lost.push({ field: of.field, problem: of.problem, given })
    }
    return value
  }
  const url = read(['link', 'url'], links)
  const price = read(['price'], priceReader(textOf(fields, ['currency'])))
  const stock = read(['quantity', 'stock', 'inventory', 'sell_on_google_quantity'], stocks)
  const isAvailable = read(['availability'], availabilities)
  return {
    ok: true,
    product: {
      externalId,
      title: shortened(title),
      url,
      // No nudge needs it, so a wrong one isn't worth a word.
      image: addressIn(textOf(fields, ['image_link', 'image']) ?? ''),
      priceCents: price?.priceCents ?? null,
      currency: price?.currency ?? null,
      stock,
      isAvailable,
    },
    lost,
  }
}

const wrong = (field: string, problem: string, given: string | null = null) => ({
  ok: false as const,
  field,
  problem,
  given,
})

/** The sign that a wrong charset lost letters. No visitor should read the rest. */
const lostLetter = '\uFFFD'

/** Never ends within a character of two units. */
const shortened = (title: string) =>
  title.length > maxText ? `${shorten(title, maxText - 1)}…` : title

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

type FieldReader<Value> = {
  field: string
  problem: string
  /** Null: it means nothing. */
  read: (given: string) => Value | null
}

/** Titles and links come from the same HTML, so "?a=1&amp;b=2" has two parameters. */
const addressIn = (given: string): string | null =>
  webAddress(given.replaceAll(/&(?:amp|#0*38|#x0*26);/gi, '&')) ?? null

const links: FieldReader<string> = {
  field: 'link',
  problem: 'Use a URL that starts with https:// or http://.',
  read: addressIn,
}

const stocks: FieldReader<number> = {
  field: 'stock',
  problem: 'Use a whole number for stock, for example 5.',
  read: readStock,
}

const availabilities: FieldReader<boolean> = {
  field: 'availability',
  problem: 'Use in_stock, out_of_stock, preorder or backorder.',
  read: readAvailability,
}

/** Optionally without a currency, which is then unknown. @param currency in a field next to it */
const priceReader = (
  currency: string | null,
): FieldReader<Pick<ProductFacts, 'priceCents' | 'currency'>> => ({
  field: 'price',
  problem: 'Use a price like 12.50 EUR.',
  read(given) {
    const price = readAmount(plainLine(given), { currency })
    if (!price.ok || price.amount < 0) return null
    const priceCents = Math.round(price.amount * 100)
    return priceCents > maxPriceCents ? null : { priceCents, currency: price.currency }
  },
})
