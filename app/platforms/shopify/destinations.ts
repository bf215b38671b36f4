/** Where the frame may lead: our own pages, and Shopify's for the shop. */
import { shopifyOrigins } from '#app/clients/shopify/shopify-origins.ts'
import type { Config } from '#app/config.server.ts'
import { parseWebAddress } from '#app/lib/web/web-address.ts'

/** `\` is a slash for browsers. */
const doubleSlash = /[/\\]{2}/

type Wanted = {
  config: Pick<Config, 'appUrl' | 'shopify'>
  /** The shop whose admin the address can be in. Null: no shop's. */
  shop: string | null
}

/**
 * The address to open at the top, resolved against the product's own. Null for one of another site, and
 * for text that browsers read differently than we do.
 */
export function readDestination(
  wanted: string | null,
  { config: { appUrl, shopify }, shop }: Wanted,
): URL | null {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (!wanted || wanted.length > 4096 || /[\s\u0000-\u001f\u007f\\]|\/\/\//.test(wanted))
    return null
  const url = wanted.startsWith('//') ? null : parseWebAddress(wanted, { base: appUrl, max: 4096 })
  if (!url || doubleSlash.test(decodedPath(url))) return null
  const origins = shopifyOrigins(shopify?.double)
  const allowed = shop === null ? [appUrl] : [appUrl, ...origins.frames(shop)]
  return allowed.includes(url.origin) ? url : null
}

function decodedPath({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return '//'
  }
}

/** An address of the product for App Bridge to open in the frame; null for any other. */
export function readReload(wanted: string | null, { appUrl }: Pick<Config, 'appUrl'>): URL | null {
  const url = readDestination(wanted, {
    config: { appUrl, shopify: undefined },
    shop: null,
  })
  return url?.origin === appUrl ? url : null
}
