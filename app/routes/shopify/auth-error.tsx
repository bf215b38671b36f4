/** Why the app didn't open, and the way on. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { productName } from '#app/lib/product.ts'
import { requireShopify } from '#app/platforms/shopify/entry.server.ts'
import { installFaults, readInstallFault } from '#app/platforms/shopify/install-faults.ts'
import { Screen } from '#app/ui/screen.tsx'

export { headers } from '#app/platforms/headers.ts'
export const meta = () => [{ title: `${productName} for Shopify` }]

export function loader(args: LoaderFunctionArgs) {
  requireShopify(args)
  const { searchParams } = new URL(args.request.url)
  return { fault: readInstallFault(searchParams.get('reason')) }
}

export default function ShopifyAuthError() {
  const { title, sentence } = installFaults[useLoaderData<typeof loader>().fault]
  return (
    <Screen title={title} lead={sentence}>
      <p>
        {/* At the top, because the frame may have no shop to go on with. */}
        <a className="text-link" href="/shopify" target="_top">
          Open the app for a shop
        </a>
      </p>
    </Screen>
  )
}
