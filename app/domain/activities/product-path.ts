/** The page of a product on the site, by the address that an activity names. */
import { readPagePath, type PagePath } from '#app/domain/images/page-path.ts'
import { parseWebAddress } from '#app/lib/web/web-address.ts'

/** Null for pages on other hosts. */
export function pageOn(siteName: string, address: string | null): URL | null {
  const page = parseWebAddress(address)
  return page && bareHost(page.host) === bareHost(siteName) ? page : null
}

/** Path of the product page on this site, unless other products share it. */
export function productPath(siteName: string, address: string | null): string | undefined {
  const page = pageOn(siteName, address)
  return page && isOfOneProduct(page) ? page.pathname : undefined
}

/** The product's page, if it's one of this site, with nothing else that its link says. */
export function productPage(siteName: string, link: string | null): PagePath | null {
  const page = pageOn(siteName, link)
  return page && readPagePath(page)
}

/** Query parameters that don't identify a product. */
const harmless = /^(?:variant|utm_\w+|gclid|fbclid|srsltid|ref)$/

/**
 * Shops with the product in the query (`?product_id=7`) have one path for all products, and the
 * pixel never reports queries. Such a path has no count.
 */
export const isOfOneProduct = ({ pathname, searchParams }: URL) =>
  pathname !== '/' && [...searchParams.keys()].every((name) => harmless.test(name))

const bareHost = (host: string) => host.replace(/^www\./, '')
