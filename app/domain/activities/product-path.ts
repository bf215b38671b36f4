/** The page of a product on the site, by the address that an activity names. */

/** Null for pages of other hosts. */
export function pageOn(siteName: string, address: string | null): URL | null {
  if (address === null || !URL.canParse(address)) return null
  const page = new URL(address)
  return bareHost(page.host) === bareHost(siteName) ? page : null
}

/** The path of the product's own page on the site, as far as no other product shares it. */
export function productPath(siteName: string, address: string | null): string | undefined {
  const page = pageOn(siteName, address)
  return page && isOfOneProduct(page) ? page.pathname : undefined
}

/** What may stand in a query without naming another product. */
const harmless = /^(?:variant|utm_\w+|gclid|fbclid|srsltid|ref)$/

/**
 * Shops that name the product in the query (`?product_id=7`) have one path for all of them, and the
 * pixel never tells a query: such a path has no count of its own.
 */
export const isOfOneProduct = ({ pathname, searchParams }: URL) =>
  pathname !== '/' && [...searchParams.keys()].every((name) => harmless.test(name))

const bareHost = (host: string) => host.replace(/^www\./, '')
