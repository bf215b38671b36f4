/** Layout of onboarding: no navigation of ours, just a way out. An admin keeps its own. */
import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { requireTeamContext } from '#app/auth/guards.server.ts'
import { shownAddress } from '#app/domain/accounts/account.ts'
import { LogOut } from '#app/platforms/standalone/account-menu.tsx'
import { ImpersonationBar } from '#app/platforms/standalone/impersonation-bar.tsx'
import { useHost } from '#app/browser/host.ts'
import { SessionStart } from '#app/browser/session.tsx'
import { Logo } from '#app/ui/logo.tsx'
import { SampleNotice } from '#app/ui/notices/sample-notice.tsx'
import onboardingCss from './onboarding.css?url'

export { headers } from '#app/platforms/headers.ts'
export { skipRefresh as shouldRevalidate } from '#app/ui/polling.ts'
export { RouteError as ErrorBoundary } from '#app/ui/errors/route-error.tsx'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: onboardingCss }]

export async function loader(args: LoaderFunctionArgs) {
  const { account, team } = await requireTeamContext(args)
  const { id, name, email, impersonator } = account
  return {
    account: { id, name, email },
    impersonator,
    isSample: team?.isSample ?? false,
    now: args.context.services.now(),
  }
}

export default function OnboardingLayout() {
  const { account, impersonator, isSample, now } = useLoaderData<typeof loader>()
  const { admin, frame } = useHost()
  return (
    <div>
      <SessionStart impersonatorId={impersonator?.id ?? null} />
      {impersonator && <ImpersonationBar account={account} impersonator={impersonator} now={now} />}
      {admin && <admin.Navigation />}
      {!admin && (
        <header className="onboarding__bar">
          <Logo />
          <span className="onboarding__email ellipsis">{shownAddress(account.email)}</span>
          {!frame && <LogOut />}
        </header>
      )}
      <main className="onboarding__content">
        {isSample && <SampleNotice />}
        <Outlet />
      </main>
    </div>
  )
}
