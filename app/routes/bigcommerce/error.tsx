/** Why the app didn't open, and the way on. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readTenantId } from '#app/domain/shops/tenants/tenant-name.ts'
import { productName } from '#app/lib/product.ts'
import { installFaults, readInstallFault } from '#app/platforms/bigcommerce/install-faults.ts'
import { requireBigCommerce } from '#app/platforms/bigcommerce/install.server.ts'
import { Logo } from '#app/ui/logo.tsx'
import { Screen } from '#app/ui/screen.tsx'

export { headers } from '#app/platforms/headers.ts'
export const meta = () => [{ title: `${productName} for BigCommerce` }]

export function loader(args: LoaderFunctionArgs) {
  const app = requireBigCommerce(args)
  const { searchParams } = new URL(args.request.url)
  const tenantId = readTenantId(searchParams.get('tenant'))
  return {
    fault: readInstallFault(searchParams.get('reason')),
    isFramed: args.context.platform.frame !== undefined,
    // Anyone may have written the address, so it leads to BigCommerce in any case.
    adminUrl: tenantId === null ? null : app.appUrl(tenantId),
  }
}

export default function BigCommerceError() {
  const { fault, isFramed, adminUrl } = useLoaderData<typeof loader>()
  const { title, sentence } = installFaults[fault]
  return (
    <>
      {isFramed && <Logo />}
      <Screen title={title} lead={sentence}>
        {adminUrl !== null && (
          <p className="mt-16">
            <a className="text-link" href={adminUrl} target="_top" rel="noreferrer">
              Open {productName} in your control panel
            </a>
          </p>
        )}
      </Screen>
    </>
  )
}
