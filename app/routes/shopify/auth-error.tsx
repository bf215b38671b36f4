/** Why the app didn't open, and the way on. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useHost } from '#app/browser/host.ts'
import { productName } from '#app/lib/product.ts'
import { waysToShopify } from '#app/platforms/shopify/entry.server.ts'
import { installFaults, readInstallFault } from '#app/platforms/shopify/install-faults.ts'
import { Screen } from '#app/ui/screen.tsx'

export { headers } from '#app/platforms/headers.ts'
export const meta = () => [{ title: `${productName} for Shopify` }]

export function loader(args: LoaderFunctionArgs) {
  const { adminUrl } = waysToShopify(args)
  const { searchParams } = new URL(args.request.url)
  return { fault: readInstallFault(searchParams.get('reason')), adminUrl }
}

export default function ShopifyAuthError() {
  const { fault, adminUrl } = useLoaderData<typeof loader>()
  const { title, sentence } = installFaults[fault]
  const { admin } = useHost()
  return (
    <Screen title={title} lead={sentence}>
      {/* Without an account, any of its entries would create one again. */}
      {admin && fault !== 'deleted' && <admin.Navigation />}
      <p>
        {/* At the top, because the frame may have no shop to go on with. */}
        <a className="text-link" href={adminUrl} target="_top">
          Go to Shopify
        </a>
      </p>
    </Screen>
  )
}
