/** A shop's permanent address in Shopify, which identifies it everywhere. Safe in the browser. */

/** Lower-case. Nothing may precede or follow it: `evil.example/x.myshopify.com` is no shop. */
const shopPattern = /^([a-z0-9][a-z0-9-]{0,59})\.myshopify\.com$/

/** The shop's domain in lower case; null for anything else. */
export function readShopDomain(value: string | null | undefined): string | null {
  const domain = value?.toLowerCase() ?? ''
  return shopPattern.test(domain) ? domain : null
}

/**
 * Reads a shop typed into a field: the domain, its first part, or a URL of the shop or its admin.
 * Null when no shop can be read from it.
 */
export function readTypedShop(typed: string): string | null {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
  const inAdmin = /^admin\.shopify\.com\/store\/([a-z0-9][a-z0-9-]*)(?:[/?#]|$)/.exec(text)?.[1]
  const [host = ''] = text.split(/[/?#]/, 1)
  return readShopDomain(`${inAdmin ?? host.replace(/\.myshopify\.com$/, '')}.myshopify.com`)
}

/** First part of a shop's domain, which names it in the admin's URLs. */
export const shopName = (domain: string): string => domain.slice(0, domain.indexOf('.'))
