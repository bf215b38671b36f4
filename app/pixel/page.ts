/** What the core itself reads of the page. */
import { attempt } from './guard.ts'
import type { PageFacts } from './renderer.ts'

/** The contract's limit of a path; a longer one would have the event refused. */
const mostLength = 512

/** A framed document without an address of its own has a path like `srcdoc`. */
export const readPath = () =>
  location.pathname[0] === '/' ? location.pathname.slice(0, mostLength) : '/'

/** Nothing is ever shown here: whoever pays is left alone. */
export const isCheckout = ({ path, kind }: PageFacts) =>
  kind === 'checkout' ||
  /\/(check-?outs?|onepage|kass[ae]|cassa|afrekenen|commande|finalizar-compra|pagamento)([./]|$)/i.test(
    path,
  )

/**
 * What kind of page it is by the classes that Shopify's and WooCommerce's themes give the body, for
 * shops that say nothing.
 */
export const readKind = () => {
  if (location.pathname === '/') return 'home'
  const classes = document.body.className
  return /(?:template|single|woocommerce)-(product|collection|cart)\b/.exec(classes)?.[1] ?? 'other'
}

/** Null for what is not in the page, and for what is no selector. */
export const findElement = (selector: string): Element | null =>
  attempt(() => document.querySelector(selector))
