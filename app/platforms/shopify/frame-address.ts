/** The address of a page in the frame. Its parameters show the server that the page is framed. */

import type { ShopifyGlobal } from '@shopify/app-bridge-types'
import { adminParameters, frameParameter, reloadParameter } from './shell-request.ts'

type AdminFrame = Partial<Pick<ShopifyGlobal['config'], 'shop' | 'host'>>

/** Links within the product have none of them. Keeps parameters that the address already has. */
export function keepFrameParameters(address: string, { shop, host }: AdminFrame): string {
  const url = new URL(address)
  const wanted = { shop, host, embedded: '1' }
  const missing = Object.entries(wanted).filter(([name]) => !url.searchParams.has(name))
  for (const [name, value] of missing) if (value) url.searchParams.set(name, value)
  return missing.length === 0 ? address : url.href
}

/** Other parameters of the admin, and those that our own redirects add. */
const others = ['locale', 'session', frameParameter, reloadParameter]

/** A path as the product's links have it: without the admin's parameters, which end, and its tokens. */
export function plainPath(path: string): string {
  const url = new URL(path, 'http://frame.invalid')
  const { searchParams } = url
  const added = [...adminParameters, ...others].filter((name) => searchParams.has(name))
  if (added.length === 0) return path
  for (const name of added) searchParams.delete(name)
  return url.pathname + url.search + url.hash
}
