/** The frame around the screens of people who are logged in. */
import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { requireVisit } from '#app/auth/guards.server.ts'
import { Shell } from '#app/platforms/standalone/shell.tsx'
import { UnverifiedNotice } from '#app/ui/unverified-notice.tsx'
import shellCss from '#app/platforms/standalone/shell.css?url'

export { headers } from '#app/platforms/headers.ts'
export { skipRefresh as shouldRevalidate } from '#app/ui/polling.ts'
export { RouteError as ErrorBoundary } from '#app/ui/route-error.tsx'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: shellCss }]

export async function loader(args: LoaderFunctionArgs) {
  const { account, team, siteVisit } = await requireVisit(args)
  const site = siteVisit?.site
  return {
    account: { name: account.name, email: account.email, organization: team?.name ?? null },
    isVerified: account.isVerified,
    // The own account is there before the first site is; screens about a site ask for one themselves.
    site: site ? { name: site.name, host: new URL(site.url).host } : null,
  }
}

export default function DefaultLayout() {
  const { account, isVerified, site } = useLoaderData<typeof loader>()
  return (
    <Shell account={account} site={site}>
      {!isVerified && <UnverifiedNotice email={account.email} />}
      <Outlet />
    </Shell>
  )
}
