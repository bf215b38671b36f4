/** A made-up page of the shop, to preview what a nudge would do there. */
import type { PixelCount, PixelItem } from '#app/contract/pixel.ts'

export type SamplePage = {
  /** Its path. */
  path: string
  kind: string
  isMobile: boolean
  isReturning: boolean
  /** ISO 3166-1 alpha-2 of the visitor; null: unknown. */
  country: string | null
  /** Data that the page's script and presence would provide. Absent: unknown. */
  stock?: number
  others?: number
  cart?: { amount: number; currency: string }
}

export const plainPage: SamplePage = {
  path: '/',
  kind: 'other',
  isMobile: false,
  isReturning: false,
  country: null,
}

/**
 * A page with the smallest numbers with which the item is shown, from the nudge's own settings;
 * null when it needs none.
 */
export function exampleFor({ count, threshold, country }: PixelItem): Partial<SamplePage> | null {
  const about = country === undefined || country === '*' ? {} : { country }
  if (threshold) {
    const { amount, currency } = threshold
    return { ...about, cart: { amount: Math.round(amount / 2), currency } }
  }
  if (!count) return country === undefined ? null : about
  const [path] = Object.keys(count.totals ?? {})
  return {
    ...about,
    ...(path === undefined ? {} : { path }),
    ...stockFor(count),
    ...(['visitors', 'page', 'carts'].includes(count.of)
      ? { others: Math.max(count.minimum, 1) }
      : {}),
  }
}

/** None for stock that is listed by path: what the page reports would hide it. */
function stockFor({ of, minimum, maximum, totals, stock }: PixelCount): Partial<SamplePage> {
  if (stock) return stock.totals ? {} : { stock: stock.maximum }
  return of === 'stock' && !totals ? { stock: maximum ?? Math.max(minimum, 1) } : {}
}
