/** The shell that screens use in the frame of an admin without a script: our own, without cookies. */
import { useLocation, useNavigate } from '@remix-run/react'
import { useContext, useEffect, useMemo, type ReactNode } from 'react'
import { HostContext, type Host } from '#app/browser/host.ts'
import { loadPage } from '#app/browser/load-page.ts'
import { useToast } from '#app/browser/toast-context.ts'
import { frameParameters } from '#app/platforms/frame-parameters.ts'
import { PlatformContext } from '#app/platforms/platform-name.ts'
import { withoutFrameParameters } from './frame-address.ts'
import { closedPath } from './frame-paths.ts'
import { useReentry } from './re-entry.ts'
import { startPageSession, type PageSession } from './page-session.ts'

/** The session of this document; null on the server. Begins before the page is hydrated, which asks for data. */
const session: PageSession | null = typeof window === 'undefined' ? null : startPageSession(window)

const openTop = (address: string) => {
  window.open(address, '_top')
}

const findTenant = () => session?.tenant ?? ''

export function FramedHost({ children }: { children: ReactNode }) {
  const toast = useToast()
  const navigate = useNavigate()
  const platform = useContext(PlatformContext)
  useFrameAddress()
  useReentry({ findTenant, navigate })

  const host = useMemo<Host>(
    () => ({
      toast,
      navigate,
      openTop,
      // No form of ours logs anyone in here: the admin vouches for the person again.
      logIn: () => {
        navigate(`${closedPath}?reason=session`, { replace: true })
      },
      reload: () => {
        loadPage(window, frameParameters[platform])
      },
      frame: { findTenant, plainPath: withoutFrameParameters },
      admin: null,
    }),
    [toast, navigate, platform],
  )

  return <HostContext.Provider value={host}>{children}</HostContext.Provider>
}

/** A frame that reloads shows the same screen: the address has the ticket for its next document. */
function useFrameAddress() {
  const { key } = useLocation()
  useEffect(() => {
    session?.writeAddress()
  }, [key])
}
