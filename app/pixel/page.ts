/** Reads the core's data from the page. */
import { decode } from './decode.ts'
import { attempt } from './guard.ts'
import type { PageFacts } from './renderer.ts'

/** Where a document of several pages has its routes, besides the path. */
let routes: 'hash' | 'search' | undefined

/** @param given `hash` or `search`, from the pixel's script element */
export const setRoutes = (given: string | undefined) => {
  routes = given as typeof routes
}

/**
 * The page's path, up to the contract's limit: the server refuses events with a longer one. With
 * routes in fragments, `#/tea` and `#!/tea` are the path `/tea`. A framed document without a URL of
 * its own has a path like `srcdoc`.
 */
export const readPath = () =>
  /\/[^?]{0,511}/.exec((routes === 'hash' ? location.hash : '') + '?' + location.pathname)?.[0] ??
  '/'

/** Changes with each page. Routers that add or remove the last slash stay on it. */
export const readRoute = () =>
  location.pathname.replace(/\/$/, '') + (routes ? location[routes] : '')

/**
 * Nothing is ever shown here: visitors who pay must not be distracted. Reads the URL as it is
 * now, because a query or a fragment can lead to the checkout of the same document.
 */
export const isCheckout = ({ kind }: PageFacts, pattern: string) =>
  kind === 'checkout' ||
  new RegExp(pattern, 'i').test(decode(location.pathname + location.search + location.hash))

/**
 * The kind of page by the body classes of Shopify's and WooCommerce's themes, for shops that don't
 * set it.
 */
export const readKind = () => {
  if (location.pathname === '/') return 'home'
  const classes = document.body.className
  return /(?:template|single|woocommerce)-(product|collection|cart)\b/.exec(classes)?.[1] ?? 'other'
}

/** Null when the page has no match, or the selector is invalid. */
export const findElement = (selector: string): Element | null =>
  attempt(() => document.querySelector(selector))
