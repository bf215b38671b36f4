/** Product names in nudges about a page's product. */
import { productPath } from '#app/domain/activities/product-path.ts'
import type { ProductTitle } from '#app/domain/products/product-titles.server.ts'
import { productValue } from '#app/domain/wording/person.ts'
import type { WordsOf } from '#app/domain/wording/words-of.ts'

/** Variants share a page, so a path with different titles has none. */
export function titlesByPath(
  titles: readonly ProductTitle[],
  siteName: string,
): Record<string, string> {
  const found = new Map<string, string | null>()
  for (const { url, title } of titles) {
    const path = productPath(siteName, url)
    if (path === undefined) continue
    const before = found.get(path)
    found.set(path, before === undefined || before === title ? title : null)
  }
  return Object.fromEntries([...found].flatMap(([path, title]) => (title ? [[path, title]] : [])))
}

/** Value for `PixelCount.names`. Empty if the nudge doesn't show product names, or if none is known. */
export function namesOf(
  titles: Record<string, string>,
  { query, words }: { query: { showProductName: boolean }; words: WordsOf },
): { names?: Record<string, string> } {
  if (!query.showProductName) return {}
  const names = Object.entries(titles).flatMap(([path, title]) => {
    const name = productValue(title, words)
    return name === null ? [] : [[path, name] as const]
  })
  return names.length === 0 ? {} : { names: Object.fromEntries(names) }
}
