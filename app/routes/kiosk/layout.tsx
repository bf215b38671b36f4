/** Layout of the kiosk, in which staff work. Only on the web, never in a shop's admin. */
import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { isRouteErrorResponse, Outlet, useRouteError } from '@remix-run/react'
import type { FormEvent, ReactNode } from 'react'
import { requireKiosk } from '#app/auth/staff-guard.server.ts'
import { SessionStart } from '#app/browser/session.tsx'
import { staffProofOf, type StaffProof } from '#app/lib/web/staff-proof.ts'
import { kioskSections } from './sections.ts'
import { RouteError } from '#app/ui/errors/route-error.tsx'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Logo } from '#app/ui/logo.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { links as siteLinks } from '#app/ui/site-screens.ts'
import { Tabs } from '#app/ui/tabs.tsx'
import kioskCss from './kiosk.css?url'

export { headers } from '#app/platforms/headers.ts'
export { skipRefresh as shouldRevalidate } from '#app/ui/polling.ts'

export const links: LinksFunction = () => [...siteLinks(), { rel: 'stylesheet', href: kioskCss }]

/** Screens also ask for the second factor themselves, so none depends on its layout for it. */
export async function loader(args: LoaderFunctionArgs) {
  await requireKiosk(args)
  return null
}

export default function KioskLayout() {
  return (
    <Frame>
      <Tabs label="Kiosk" tabs={kioskSections} />
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const proof = isRouteErrorResponse(error) ? staffProofOf(error.data) : null
  if (!proof) return <RouteError />
  return (
    <Frame>
      <ConfirmStaff {...proof} />
    </Frame>
  )
}

const Frame = ({ children }: { children: ReactNode }) => (
  <>
    <SessionStart impersonatorId={null} />
    <a className="skip-link" href="#content">
      Skip to content
    </a>
    <header className="kiosk__bar row">
      <Logo />
      <span className="flex-1 strong">Kiosk</span>
      <Button url="/">Back to the dashboard</Button>
    </header>
    <main id="content" className="kiosk__content" tabIndex={-1}>
      {children}
    </main>
  </>
)

/** The whole page, since the screen's loader has no answer yet that could be refreshed. */
const reload = (event: FormEvent) => {
  event.preventDefault()
  window.location.reload()
}

function ConfirmStaff({ message, proof }: StaffProof) {
  return (
    <Screen title="Kiosk" lead={message}>
      <Panel>
        {proof ? (
          <form onSubmit={reload}>
            <FormMessage answer={{ errors: {}, message: null, values: {}, proof }} />
          </form>
        ) : (
          <Button url="/account/security" variant="primary">
            Set up two-factor login
          </Button>
        )}
      </Panel>
    </Screen>
  )
}
