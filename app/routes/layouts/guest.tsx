/**
 * Layout of the screens that need no login. Logged-in people can open some of them through a link
 * in an email, so each screen has its own guard.
 */
import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { readPixelSize } from '#app/domain/sites/pixel-size.server.ts'
import { compileExampleNudges } from '#app/presenters/example-nudges.server.ts'
import { formatKilobytes } from '#app/ui/format/format-number.ts'
import { Logo } from '#app/ui/logo.tsx'
import { NewTabLink } from '#app/ui/links/new-tab-link.tsx'
import guestCss from './guest.css?url'
import { GuestExamples } from './guest-examples.tsx'

export { headers } from '#app/platforms/headers.ts'
export { skipRefresh as shouldRevalidate } from '#app/ui/polling.ts'
export { RouteError as ErrorBoundary } from '#app/ui/errors/route-error.tsx'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: guestCss }]

export async function loader({ context: { services, platform } }: LoaderFunctionArgs) {
  // In an admin's frame the screen is alone: what advertises the product has no place there.
  if (platform.frame) return null
  const { terms, privacyUrl, appUrl } = services.config
  const size = await readPixelSize()
  return {
    termsUrl: terms?.url ?? null,
    privacyUrl: privacyUrl ?? null,
    examples: await compileExampleNudges(['purchase', 'reviews', 'purchases'], {
      appUrl,
      at: services.now(),
    }),
    size: size && { core: formatKilobytes(size.core), popup: formatKilobytes(size.popup) },
  }
}

export default function GuestLayout() {
  const loaded = useLoaderData<typeof loader>()
  if (loaded === null) {
    return (
      <main id="content" className="framed-shell" tabIndex={-1}>
        <Outlet />
      </main>
    )
  }
  const { termsUrl, privacyUrl, examples, size } = loaded
  return (
    <div className="guest">
      <main className="guest__form">
        <Logo />
        <div className="guest__screen w-full">
          <Outlet />
        </div>
        {(termsUrl !== null || privacyUrl !== null) && (
          <nav className="guest__foot row" aria-label="Legal">
            {termsUrl !== null && <NewTabLink to={termsUrl}>Terms of service</NewTabLink>}
            {privacyUrl !== null && <NewTabLink to={privacyUrl}>Privacy policy</NewTabLink>}
          </nav>
        )}
      </main>
      <aside className="guest__aside" aria-labelledby="promise">
        <h2 id="promise" className="guest__promise">
          Honest social proof for your site.
        </h2>
        <p className="guest__reason">
          Made from real orders, reviews and visits. Visitors can ask why they see it.
        </p>
        <GuestExamples payload={examples} />
        {size && (
          <p className="mt-20">
            Light on your pages: <strong>{size.core}</strong>, or <strong>{size.popup}</strong> with
            a popup.
          </p>
        )}
      </aside>
    </div>
  )
}
