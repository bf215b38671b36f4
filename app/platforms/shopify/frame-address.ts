/** The address of a page in the frame, which the server tells from one outside by its parameters. */

import type { ShopifyGlobal } from '@shopify/app-bridge-types'

type AdminFrame = Partial<Pick<ShopifyGlobal['config'], 'shop' | 'host'>>

/** Links within the product have none of them. What the address has already stays. */
export function keepFrameParameters(address: string, { shop, host }: AdminFrame): string {
  const url = new URL(address)
  const wanted = { shop, host, embedded: '1' }
  const missing = Object.entries(wanted).filter(([name]) => !url.searchParams.has(name))
  for (const [name, value] of missing) if (value) url.searchParams.set(name, value)
  return missing.length === 0 ? address : url.href
}
