/** What screens ask of the shell, answered by the page itself. */
import { useNavigate } from '@remix-run/react'
import { useMemo, type ReactNode } from 'react'
import { HostContext } from '#app/browser/host.ts'
import { useToast } from '#app/browser/toast-context.ts'

export function StandaloneHost({ children }: { children: ReactNode }) {
  const toast = useToast()
  const navigate = useNavigate()
  const host = useMemo(() => ({ toast, navigate }), [toast, navigate])

  return <HostContext.Provider value={host}>{children}</HostContext.Provider>
}
