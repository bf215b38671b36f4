/**
 * Layout of the screens that need no login. Logged-in people can open some of them through a link
 * in an email, so each screen has its own guard.
 */
import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { Logo } from '#app/ui/logo.tsx'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import guestCss from './guest.css?url'

export { headers } from '#app/platforms/headers.ts'
export { skipRefresh as shouldRevalidate } from '#app/ui/polling.ts'
export { RouteError as ErrorBoundary } from '#app/ui/errors/route-error.tsx'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: guestCss }]

export function loader({ context }: LoaderFunctionArgs) {
  const { terms, privacyUrl } = context.services.config
  return { termsUrl: terms?.url ?? null, privacyUrl: privacyUrl ?? null }
}

export default function GuestLayout() {
  const { termsUrl, privacyUrl } = useLoaderData<typeof loader>()
  return (
    <div className="guest">
      <main className="guest__form">
        <Logo />
        <div className="guest__screen">
          <Outlet />
        </div>
        {(termsUrl !== null || privacyUrl !== null) && (
          <nav className="guest__foot" aria-label="Legal">
            {termsUrl !== null && <NewTabLink to={termsUrl}>Terms of service</NewTabLink>}
            {privacyUrl !== null && <NewTabLink to={privacyUrl}>Privacy policy</NewTabLink>}
          </nav>
        )}
      </main>
      <aside className="guest__aside" aria-labelledby="promise">
        <h2 id="promise" className="guest__promise">
          Honest social proof for your site.
        </h2>
        <ul className="guest__reasons">
          <li>Every activity nudge comes from real data your shop sent.</li>
          <li>You can trace each claim back to the data behind it.</li>
          <li>Impressions and clicks are never double-counted.</li>
        </ul>
      </aside>
    </div>
  )
}
