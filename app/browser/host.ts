/** What a screen asks of the shell around it; the same calls in every shell. */
import { useNavigate } from '@remix-run/react'
import { useCallback, useMemo, useState } from 'react'
import { safeRedirectPath } from '#app/lib/security/redirects.ts'
import { useToast, type ShowToast } from './toast-context.ts'

type Go = (path: string, options?: { replace?: boolean }) => void

export type Host = {
  toast: ShowToast
  /** Spec §8: an address that is not one of ours ends on the error page. */
  navigate: Go
}

export function useHost(): Host {
  const toast = useToast()
  const navigate = useLocalPaths(useNavigate())

  return useMemo(() => ({ toast, navigate }), [toast, navigate])
}

/**
 * Goes nowhere else than within the product.
 *
 * @throws Error while drawing, so that the error page shows it: an event handler's error goes nowhere
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
