/** Leaves the frame: opens one of our pages, or one of the shop's in Shopify, at the top. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Refusal } from '#app/lib/errors.ts'
import { readDestination } from '#app/platforms/shopify/destinations.ts'
import { requireShopify } from '#app/platforms/shopify/entry.server.ts'
import { openingPage } from '#app/platforms/shopify/pages.server.ts'
import { findProvenShop } from '#app/platforms/shopify/proven-shop.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  requireShopify(args)
  const { services, nonce } = args.context
  const { config } = services
  const wanted = new URL(args.request.url).searchParams.getAll('exitIframe')
  const shop = await findProvenShop(args.request, services)
  const url = readDestination(wanted.length === 1 ? (wanted[0] ?? null) : null, { config, shop })
  if (url === null) {
    throw new Refusal('malformed', 'This link doesn’t lead to the app or to your shop in Shopify.')
  }
  return openingPage({ config, nonce }, { url: url.href, target: '_top' })
}
