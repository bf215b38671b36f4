/** What screens need from the shell around them. The same calls in every shell. */
import { createContext, useCallback, useContext, useMemo, useState } from 'react'
import { safeRedirectPath } from '#app/lib/security/redirects.ts'
import type { ShowToast } from './toast-context.ts'

type Go = (path: string, options?: { replace?: boolean }) => void

/**
 * Filled by each platform (app/platforms/hosts.ts). A shell in a frame has a save bar, dialogs and a way
 * to open an address at the top as well: each joins with the first screen that asks for it.
 */
export type Host = {
  toast: ShowToast
  /** A URL that isn't ours ends on the error page. */
  navigate: Go
}

export const HostContext = createContext<Host | null>(null)

export function useHost(): Host {
  const host = useContext(HostContext)
  if (!host) throw new Error('A screen needs a host around it.')
  const { toast } = host
  const navigate = useLocalPaths(host.navigate)

  return useMemo(() => ({ toast, navigate }), [toast, navigate])
}

/**
 * Navigates within the product only.
 *
 * @throws Error while rendering, so that the error page shows it: errors in event handlers don't
 * get there
 */
export function useLocalPaths(navigate: Go): Go {
  const [fault, setFault] = useState<Error | null>(null)
  if (fault) throw fault

  return useCallback(
    (path, options) => {
      if (safeRedirectPath(path, '') === '')
        setFault(new Error(`Refusing to navigate to an external URL: ${path}`))
      else navigate(path, options)
    },
    [navigate],
  )
}
