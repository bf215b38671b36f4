/** Error boundary of the root and all layouts. */
import { useRouteError } from '@remix-run/react'
import { useEffect } from 'react'
import { useHost } from '#app/browser/host.ts'
import { useSession } from '#app/browser/session.tsx'
import { ErrorPage } from './error-page.tsx'
import { describeError, turnAwayOf } from './error-view.ts'

export function RouteError() {
  const error = useRouteError()
  const turnAway = turnAwayOf(error)
  if (turnAway) return <TurnAway {...turnAway} />
  return <ErrorPage {...describeError(error, import.meta.env.DEV)} />
}

/**
 * A guard's response to a data request: shows the reason, then navigates. A 401 leads to the login.
 */
function TurnAway({ status, message, goTo }: { status: number; message: string; goTo: string }) {
  const { toast, navigate } = useHost()
  const { clear } = useSession()

  useEffect(() => {
    if (status === 401) {
      clear()
      toast('warning', message)
    }
    navigate(goTo, { replace: true })
  }, [status, message, goTo, toast, navigate, clear])

  return <main className="error-page" aria-busy="true" />
}
