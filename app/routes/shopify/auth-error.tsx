/** Why the app didn't open, and the way on. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useHost } from '#app/browser/host.ts'
import { productName } from '#app/lib/product.ts'
import { waysToShopify } from '#app/platforms/shopify/entry.server.ts'
import { installFaults, readInstallFault } from '#app/platforms/shopify/install-faults.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
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
      {admin && fault === 'ended' && <Reconnect lead={null} />}
      {admin && fault === 'removed' && (
        <Reconnect lead="Do you own this shop, and have an account in its organization? Connect it to open the app here." />
      )}
      <p className="mt-16">
        {/* At the top, because the frame may have no shop to go on with. */}
        <a className="text-link" href={adminUrl} target="_top">
          Go to Shopify
        </a>
      </p>
    </Screen>
  )
}

/** Only in the admin, whose token proves who asks for the link. */
function Reconnect({ lead }: { lead: string | null }) {
  const { openTop } = useHost()
  return (
    <>
      {lead !== null && <p className="muted prose">{lead}</p>}
      {/* Logins work at the top only: browsers keep no cookie for a frame. */}
      <ActionForm
        to="/shopify/return"
        action="Connect account"
        tone="primary"
        onDone={(done) => {
          if ('url' in done && typeof done.url === 'string') openTop(done.url)
        }}
      />
    </>
  )
}
