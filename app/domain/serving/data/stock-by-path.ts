/** Stock of products by the path of their page, from what feeds and imports reported. Pure. */
import { isOfOneProduct, pageOn } from '#app/domain/activities/product-path.ts'
import type { PathStock } from '#app/domain/nudges/types/kit/nudge-data.ts'
import type { StockedProduct } from './stock.server.ts'

/** Most pages in a payload, lowest stock first. */
const maxPaths = 100

type Bounds = {
  siteName: string
  /** Older stock isn't shown. */
  since: Date
  /** Higher stock isn't shown. Null: no limit. */
  maximum: number | null
}

/**
 * Variants share their product's page, so their stock is added up. A page is left out if its stock
 * isn't known for sure: one of its products is hidden, outdated, or available in an unknown
 * quantity; several sources list it; or the page shows different products.
 */
export function stockByPath(
  products: readonly StockedProduct[],
  { siteName, since, maximum }: Bounds,
): PathStock {
  const known = new Map<string, { stock: number; from: string; readAt: Date }>()
  const unsure = new Set<string>()
  for (const product of products) {
    const { url, stock, isAvailable, isHidden, readAt } = product
    const page = pageOn(siteName, url)
    if (!page) continue
    const from = `${String(product.feedId)} ${String(product.connectionId)}`
    const { pathname } = page
    const sold = isAvailable === false ? 0 : stock
    const before = known.get(pathname)
    const isUnsure =
      isHidden ||
      sold === null ||
      readAt < since ||
      !isOfOneProduct(page) ||
      (before !== undefined && before.from !== from)
    if (isUnsure) unsure.add(pathname)
    known.set(pathname, {
      stock: (before?.stock ?? 0) + (sold ?? 0),
      from,
      readAt: before !== undefined && before.readAt < readAt ? before.readAt : readAt,
    })
  }
  const shown = [...known]
    .filter(([path, { stock }]) => !unsure.has(path) && stock > 0 && stock <= (maximum ?? Infinity))
    .toSorted(([path, one], [other, two]) => one.stock - two.stock || (path < other ? -1 : 1))
    .slice(0, maxPaths)
  const times = shown.map(([, { readAt }]) => readAt.getTime())
  return {
    totals: Object.fromEntries(shown.map(([path, { stock }]) => [path, stock])),
    readAt: times.length === 0 ? null : new Date(Math.min(...times)),
  }
}
