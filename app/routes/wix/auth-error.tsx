/** Why the app didn't open for a site in Wix, and the way on. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { productName } from '#app/lib/product.ts'
import { requireWix, wayToWix } from '#app/platforms/wix/entry.server.ts'
import { readWixFault, wixFaults } from '#app/platforms/wix/wix-faults.ts'
import { Screen } from '#app/ui/screen.tsx'

export { headers } from '#app/platforms/headers.ts'
export const meta = () => [{ title: `${productName} for Wix` }]

export function loader(args: LoaderFunctionArgs) {
  requireWix(args)
  const { searchParams } = new URL(args.request.url)
  return { fault: readWixFault(searchParams.get('reason')), adminUrl: wayToWix(args) }
}

export default function WixAuthError() {
  const { fault, adminUrl } = useLoaderData<typeof loader>()
  const { title, sentence } = wixFaults[fault]
  return (
    <Screen title={title} lead={sentence}>
      <p className="mt-16">
        {/* At the top: Wix vouches for the person again. */}
        <a className="text-link" href={adminUrl} target="_top" rel="noreferrer">
          Go to Wix
        </a>
      </p>
    </Screen>
  )
}
