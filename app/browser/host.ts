/** What screens need from the shell around them. The same calls in every shell. */
import { useNavigate } from '@remix-run/react'
import { useCallback, useMemo, useState } from 'react'
import { safeRedirectPath } from '#app/lib/security/redirects.ts'
import { useToast, type ShowToast } from './toast-context.ts'

type Go = (path: string, options?: { replace?: boolean }) => void

export type Host = {
  toast: ShowToast
  /** A URL that isn't ours ends on the error page. */
  navigate: Go
}

export function useHost(): Host {
  const toast = useToast()
  const navigate = useLocalPaths(useNavigate())

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
        setFault(new Error(`This leads away from here: ${path}`))
      else navigate(path, options)
    },
    [navigate],
  )
}
