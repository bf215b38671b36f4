/**
 * Looks for a place on other pages of the same kind. The owner's browser fetches them from the
 * page's own origin, without cookies: anyone can report a path as visited, and none of them must do
 * anything in the owner's name (docs/threats.md T48). Their scripts don't run.
 */
import { attempt, later } from '../guard.ts'

export type PageCheck = { found: number; missing: string[] }

const mostPages = 3
const mostFetches = 6
const timeoutMillis = 6000

/** Null when they can't be fetched, or are drawn by scripts; without pages there is nothing to find. */
export const checkPages = async (
  selector: string,
  pages: readonly string[],
): Promise<PageCheck | null> => {
  const alike = pages.filter(isAlike).slice(0, mostFetches)
  const check: PageCheck = { found: 0, missing: [] }
  if (!alike.length) return check
  // An element missing from this page's own source is missing from theirs, too.
  const here = await fetchPage(location.pathname + location.search)
  if (!here?.querySelector(selector)) return null

  for (const page of alike) {
    if (check.found + check.missing.length === mostPages) break
    const other = await fetchPage(page)
    if (!other || kindOf(other) !== kindOf(here)) continue
    if (other.querySelector(selector)) check.found++
    else check.missing.push(page)
  }
  return check
}

/** In the same folder: `/products/tote` is like `/products/cap`. */
const isAlike = (page: string) =>
  page !== location.pathname && folderOf(page) === folderOf(location.pathname)

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/', path.length - 2) + 1)

/** The page's kind, as set by themes and for search engines. */
const kindOf = (page: Document) =>
  page.querySelector('meta[property="og:type"]')?.getAttribute('content') ??
  /(?:template|single|woocommerce)-(\w+)/.exec(page.body.className)?.[1]

const fetchPage = async (path: string): Promise<Document | null> => {
  const stop = new AbortController()
  later(timeoutMillis, () => stop.abort())
  try {
    const response = await fetch(path, {
      credentials: 'omit',
      mode: 'same-origin',
      signal: stop.signal,
    })
    const isPage = response.ok && /html/.test(response.headers.get('content-type') ?? '')
    const text = isPage ? await response.text() : ''
    return isPage ? attempt(() => new DOMParser().parseFromString(text, 'text/html')) : null
  } catch {
    return null
  }
}
