/** What a screen asks of the shell around it; the same calls in every shell. */
import { useNavigate } from '@remix-run/react'
import { useMemo } from 'react'
import { useToast, type ShowToast } from '#app/ui/toasts.tsx'

export type Host = {
  toast: ShowToast
  navigate: (path: string, options?: { replace?: boolean }) => void
}

export function useHost(): Host {
  const toast = useToast()
  const navigate = useNavigate()

  return useMemo(
    () => ({
      toast,
      navigate: (path, options) => {
        navigate(path, options)
      },
    }),
    [toast, navigate],
  )
}
