/**
 * A page of a shop by its path and the parameters that name it. Links are from orders and feeds, so
 * others can be a person's address, a token, or an order to the shop (`?add-to-cart=7`).
 */

/** A shop system's name or number of a product. Longer values are none. */
const identifier = /^[\w.-]{1,64}$/
const number = /^\d{1,18}$/

/** Parameters that name a product by themselves. */
const identifiers: Readonly<Record<string, RegExp>> = {
  /** OpenCart and many others. */
  product_id: identifier,
  /** PrestaShop. */
  id_product: number,
  /** osCommerce and Zen Cart. */
  products_id: identifier,
  /** WordPress with plain links: the product's name, or the number of its post. */
  product: identifier,
  p: number,
  id: number,
  item: identifier,
  pid: identifier,
  sku: identifier,
}

/** Parameters that lead to the page of products: by name, with the value and the parameter they go with. */
const routes: Readonly<Record<string, readonly [value: string, of: string]>> = {
  route: ['product/product', 'product_id'],
  controller: ['product', 'id_product'],
  main_page: ['product_info', 'products_id'],
  post_type: ['product', 'p'],
}

/** Campaigns, choices within the page, and the way that led there. */
const harmless =
  /^(?:utm_\w+|gclid|gbraid|wbraid|gad_\w+|dclid|fbclid|msclkid|ttclid|srsltid|mc_[ce]id|ref|_gl|_ga|_pos|_[sf]id|_ss|_psq|_v|variant|attribute_[\w-]+|id_product_attribute|currency|country|lang|language|locale|id_lang|path|cPath)$/

/** The first page, also of one language (`/de`, `/pt-br/`), and of systems with one file for all pages. */
const home = /^(?:\/[a-z]{2}(?:[-_][a-z]{2})?)?(?:\/|\/index\.(?:php|html?))?$/i

/** Sessions (`;jsessionid=…`) and email addresses. */
const personal = /[;@]|%40|%3b/i

/** Longer ones aren't stored. */
const maxPath = 1_000

/** Path and naming parameters, sorted, whatever else the URL has: the same for all links to the page. */
export function namePage(url: URL): string {
  const path = url.pathname.replace(/(?<!\/)\/+$/, '')
  const query = namingQuery(url)
  return `${path === '' ? '/' : path}${query === '' ? '' : `?${query}`}`
}

export type PagePath = {
  /** See `namePage`. */
  path: string
  /** URL of the page, from its naming parameters alone. */
  address: string
}

/** Null: the home page, or a URL with a parameter that isn't known. */
export function readPagePath(url: URL): PagePath | null {
  const query = namingQuery(url)
  const names = [...url.searchParams.keys()]
  const isKnown = names.every((name) => harmless.test(name) || isNaming(url, name))
  const isHome = query === '' && home.test(url.pathname)
  const path = namePage(url)
  if (!isKnown || isHome || personal.test(url.pathname) || path.length > maxPath) return null
  return { path, address: url.origin + url.pathname + (query === '' ? '' : `?${query}`) }
}

function namingQuery(url: URL): string {
  const naming = new URLSearchParams([...url.searchParams].filter(([name]) => isNaming(url, name)))
  naming.sort()
  return naming.toString().replaceAll('%2F', '/')
}

/** A parameter that is there twice names nothing. */
function isNaming({ searchParams }: URL, name: string): boolean {
  const [value = '', ...others] = searchParams.getAll(name)
  if (others.length > 0) return false
  const route = Object.hasOwn(routes, name) ? routes[name] : undefined
  if (route) return value === route[0] && isIdentifier(searchParams, route[1])
  return isIdentifier(searchParams, name)
}

const isIdentifier = (params: URLSearchParams, name: string): boolean =>
  Object.hasOwn(identifiers, name) && identifiers[name]?.test(params.get(name) ?? '') === true
