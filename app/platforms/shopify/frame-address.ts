/** The address of a page in the frame. Its parameters show the server that the page is framed. */
import type { ShopifyGlobal } from '@shopify/app-bridge-types'
import type { Cause } from '#app/browser/brake.ts'
import { keepParameters } from '#app/browser/kept-parameters.ts'
import type { frameParameters } from '#app/platforms/frame-parameters.ts'
import { adminParameters, frameParameter, reloadParameter } from './shell-request.ts'

type AdminFrame = Partial<Pick<ShopifyGlobal['config'], 'shop' | 'host'>>

type Kept = Record<(typeof frameParameters.shopify)[number], string | undefined>

/** Adds those that are missing, as App Bridge knows them. */
export const keepFrameParameters = (address: string, { shop, host }: AdminFrame): string =>
  keepParameters(address, { shop, host, embedded: '1' } satisfies Kept)

/** Notes of the brake, of a page that was loaded again. */
const notes: readonly Cause[] = ['reloaded', 'left']

/** Other parameters of the admin, and those that we add. */
const others = ['locale', 'session', frameParameter, reloadParameter, ...notes]

/** A path as the product's links have it: without the admin's parameters, which end, and its tokens. */
export function plainPath(path: string): string {
  const url = new URL(path, 'http://frame.invalid')
  const { searchParams } = url
  const added = [...adminParameters, ...others].filter((name) => searchParams.has(name))
  if (added.length === 0) return path
  for (const name of added) searchParams.delete(name)
  return url.pathname + url.search + url.hash
}
