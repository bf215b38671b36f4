/** The shell that screens use when the product is opened directly. */
import { useNavigate } from '@remix-run/react'
import { useMemo, type ReactNode } from 'react'
import { HostContext, type Host } from '#app/browser/host.ts'
import { useToast } from '#app/browser/toast-context.ts'

export function StandaloneHost({ children }: { children: ReactNode }) {
  const toast = useToast()
  const navigate = useNavigate()
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
      admin: null,
    }),
    [toast, navigate],
  )

  return <HostContext.Provider value={host}>{children}</HostContext.Provider>
}
