/** The frame around the first steps: no navigation, only the way out. */
import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { requireAccount } from '#app/auth/guards.server.ts'
import { LogOut } from '#app/platforms/standalone/account-menu.tsx'
import { Logo } from '#app/ui/logo.tsx'
import onboardingCss from './onboarding.css?url'

export { headers } from '#app/platforms/headers.ts'
export { skipRefresh as shouldRevalidate } from '#app/ui/polling.ts'
export { RouteError as ErrorBoundary } from '#app/ui/route-error.tsx'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: onboardingCss }]

export async function loader(args: LoaderFunctionArgs) {
  const { email } = await requireAccount(args)
  return { email }
}

export default function OnboardingLayout() {
  const { email } = useLoaderData<typeof loader>()
  return (
    <div className="onboarding">
      <header className="onboarding__bar">
        <Logo />
        <span className="onboarding__email">{email}</span>
        <LogOut />
      </header>
      <main className="onboarding__content">
        <Outlet />
      </main>
    </div>
  )
}
