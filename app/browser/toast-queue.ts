/** Which toasts are shown. No rendering. */

/** More at the same time can't be read. The numbers are the specification's. */
export const maxToasts = 5
export const toastMillis = 5000
/** For a toast with a button: there has to be time to reach it. */
export const toastActMillis = 8000
export const toastSwipeThreshold = 50
export const toastRemovalMillis = 200

export type ToastTone = 'success' | 'warning' | 'error'

/** A button beside the message. */
export type ToastAct = { label: string; run: () => void }

export type Toast = {
  id: number
  open: boolean
  tone: ToastTone
  message: string
  act?: ToastAct | undefined
}

/** Appends a toast; beyond the limit the oldest ones are dropped. */
export function addToast(toasts: readonly Toast[], toast: Omit<Toast, 'open'>): readonly Toast[] {
  return [...toasts, { ...toast, open: true }].slice(-maxToasts)
}

/**
 * Marks it as closed for the exit animation; `removeToast` deletes it `toastRemovalMillis` later.
 */
export function closeToast(toasts: readonly Toast[], id: number): readonly Toast[] {
  return toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast))
}

export function removeToast(toasts: readonly Toast[], id: number): readonly Toast[] {
  return toasts.filter((toast) => toast.id !== id)
}
