/** The `host` parameter: base64 of the admin's address, as Shopify adds it to the app's URL. */
import { readUrl } from '#app/lib/read-url.ts'

/** Hosts of the admin: today's, and the one at the shop's domain that older links have. */
const adminHost = /^(?:admin\.shopify\.com|[a-z0-9][a-z0-9-]*\.myshopify\.com)$/

/**
 * The decoded address without a scheme, for example `admin.shopify.com/store/linen`. Null for text that
 * isn't base64, or that isn't an address of Shopify's admin.
 *
 * @param double origin of the store that replaces Shopify
 */
export function readHostParameter(value: string | null, double?: string): string | null {
  if (value === null || value.length > 500 || !/^[\dA-Za-z+/]+={0,2}$/.test(value)) return null
  const decoded = Buffer.from(value, 'base64').toString('utf8')
  const url = /^[\w.:/-]+$/.test(decoded) ? readUrl(`https://${decoded}`) : null
  if (!url) return null
  const { host } = url
  const isDouble = double !== undefined && new URL(double).host === host
  return adminHost.test(host) || isDouble ? decoded.replace(/\/$/, '') : null
}
