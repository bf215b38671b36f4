/**
 * Data of screens that was asked for before the click. Remix asks with the page’s `fetch`, which is
 * replaced by one that looks here first.
 */

/** Longer is no longer “just now”. */
const freshMillis = 5_000
/** A pointer that wanders over a list must not load all of it. */
const maxKept = 6

type Page = { fetch: typeof fetch; location: { origin: string } }
type Kept = { answer: Promise<Response | null>; at: number }

export type LoadedAhead = {
  load: (pathname: string, search: string) => void
  /** Gives the page its `fetch` back. */
  end: () => void
}

export function createLoadedAhead(page: Page): LoadedAhead {
  const kept = new Map<string, Kept>()
  const ask = page.fetch.bind(page)
  const former = page.fetch

  const load = (pathname: string, search: string) => {
    const address = addressOf(page, pathname, search)
    const key = keyOf(address)
    const known = kept.get(key)
    if (known && isFresh(known)) return
    const answer = ask(address, { headers: { Purpose: 'prefetch' } })
      // The click requests it again after a failure, and shows what went wrong.
      .then((one) => (one.ok ? one : null))
      .catch(() => null)
    kept.delete(key)
    kept.set(key, { answer, at: Date.now() })
    const [oldest] = kept.keys()
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
  }

  const take = (input: RequestInfo | URL) => {
    if (kept.size === 0) return null
    const address = input instanceof Request ? input.url : input
    const key = keyOf(new URL(address, page.location.origin))
    const found = kept.get(key)
    kept.delete(key)
    return found && isFresh(found) ? found.answer : null
  }

  page.fetch = async (input, init) => {
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
    if (['GET', 'HEAD'].includes(method.toUpperCase())) {
      return (await take(input)) ?? ask(input, init)
    }
    // Regardless of the change, no screen may show the state before.
    kept.clear()
    try {
      return await ask(input, init)
    } finally {
      kept.clear()
    }
  }
  return {
    load,
    end() {
      kept.clear()
      page.fetch = former
    },
  }
}

const isFresh = ({ at }: Kept) => Date.now() - at < freshMillis

/** Where Remix finds a screen’s data. */
const addressOf = ({ location }: Page, pathname: string, search: string) =>
  new URL(
    `${pathname === '/' ? '/_root' : pathname.replace(/\/$/, '')}.data${search}`,
    location.origin,
  )

/** A navigation may ask for only some routes of its screen. Here all were loaded. */
function keyOf(address: URL): string {
  const key = new URL(address)
  key.searchParams.delete('_routes')
  return key.href
}
