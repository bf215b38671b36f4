/** Reads the core's data from the page. */
import { decode } from './decode.ts'
import { attempt } from './guard.ts'
import type { PageFacts } from './renderer.ts'

/** The contract's limit. The server refuses events with a longer path. */
const mostLength = 512

/** A framed document without a URL of its own has a path like `srcdoc`. */
export const readPath = () =>
  location.pathname[0] === '/' ? location.pathname.slice(0, mostLength) : '/'

/**
 * Nothing is ever shown here: visitors who pay must not be distracted. The payload has the pattern
 * with all words; the default is for pages that don't even ask for it.
 */
export const isCheckout = ({ path, kind }: PageFacts, pattern = '/check-?outs?([./]|$)') =>
  kind === 'checkout' || new RegExp(pattern, 'i').test(decode(path))

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
