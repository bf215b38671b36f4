/** Lets code below the screens show toasts, which `ui/toasts/toasts.tsx` renders. */
import { createContext, useContext } from 'react'
import type { ToastAct, ToastTone } from './toast-queue.ts'

export type ShowToast = (tone: ToastTone, message: string, act?: ToastAct) => void

export const ToastContext = createContext<ShowToast | null>(null)

/** Shows a toast on the page. Hosts call it; all else shows toasts through `useHost()`. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext)
  if (!show) throw new Error('Toasts need <Toasts> around them.')
  return show
}
