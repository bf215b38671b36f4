/** Gets a new session token in the frame, and opens the wanted address with it. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Refusal } from '#app/lib/errors.ts'
import { readReload } from '#app/platforms/shopify/destinations.ts'
import { requireShopify } from '#app/platforms/shopify/entry.server.ts'
import { bouncePage } from '#app/platforms/shopify/pages.server.ts'
import { reloadParameter } from '#app/platforms/shopify/shell-request.ts'

export function loader(args: LoaderFunctionArgs) {
  requireShopify(args)
  const { services, nonce } = args.context
  const { config } = services
  const wanted = new URL(args.request.url).searchParams.getAll(reloadParameter)
  if (wanted.length !== 1 || readReload(wanted[0] ?? null, config) === null) {
    throw new Refusal('malformed', 'This link doesn’t lead to a page of the app.')
  }
  return bouncePage({ config, nonce })
}
