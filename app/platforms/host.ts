/** What a screen asks of the shell around it; the same calls in every shell. */
import { useNavigate } from '@remix-run/react'
import { useMemo, useState } from 'react'
import { ownPath } from '#app/lib/redirects.ts'
import { useToast, type ShowToast } from '#app/ui/toasts.tsx'

export type Host = {
  toast: ShowToast
  /** Spec §8: an address that is not one of ours ends on the error page. */
  navigate: (path: string, options?: { replace?: boolean }) => void
}

export function useHost(): Host {
  const toast = useToast()
  const navigate = useNavigate()
  const [fault, setFault] = useState<Error | null>(null)
  // Thrown while drawing, so that the error page shows it: an event handler's error goes nowhere.
  if (fault) throw fault

  return useMemo(
    () => ({
      toast,
      navigate: (path, options) => {
        if (ownPath(path, '') === '') setFault(new Error(`This leads away from here: ${path}`))
        else navigate(path, options)
      },
    }),
    [toast, navigate],
  )
}
