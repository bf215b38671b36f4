/** The shell that screens use when the product is opened directly. */
import { useLocation, useNavigate } from '@remix-run/react'
import { useEffect, useMemo, type ReactNode } from 'react'
import { HostContext, type Host } from '#app/browser/host.ts'
import { loadPage } from '#app/browser/load-page.ts'
import { useToast } from '#app/browser/toast-context.ts'
import { frameParameters } from '#app/platforms/frame-parameters.ts'
import { startVisitPage } from './visit-page.ts'

/** Null on the server and on pages of the browser's own login. Begins before the page is hydrated, which asks for data. */
const nameVisit = typeof window === 'undefined' ? null : startVisitPage(window)

const reload = () => {
  loadPage(window, frameParameters.standalone)
}

export function StandaloneHost({ children }: { children: ReactNode }) {
  const toast = useToast()
  const navigate = useNavigate()
  const { key } = useLocation()
  useEffect(() => {
    nameVisit?.()
  }, [key])
  const host = useMemo<Host>(
    () => ({
      toast,
      navigate,
      openTop: (address) => {
        window.location.assign(address)
      },
      logIn: (path) => {
        navigate(`/auth/login${path === '/' ? '' : `?to=${encodeURIComponent(path)}`}`)
      },
      reload,
      frame: null,
      admin: null,
    }),
    [toast, navigate],
  )

  return <HostContext.Provider value={host}>{children}</HostContext.Provider>
}
