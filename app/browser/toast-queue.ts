/** Which toasts are shown, as rules without a screen. Specification sections 4 and 9. */

/** Spec §9. */
export const maxToasts = 5
export const toastMillis = 5000
export const toastSwipeThreshold = 50
export const toastRemovalMillis = 200

export type ToastTone = 'success' | 'warning' | 'error'

export type Toast = { id: number; open: boolean; tone: ToastTone; message: string }

/** The newest comes last; beyond five the oldest are dropped. */
export function addToast(toasts: readonly Toast[], toast: Omit<Toast, 'open'>): readonly Toast[] {
  return [...toasts, { ...toast, open: true }].slice(-maxToasts)
}

/** Closed first, so that it can leave; `removeToast` deletes it `toastRemovalMillis` later. */
export function closeToast(toasts: readonly Toast[], id: number): readonly Toast[] {
  return toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast))
}

export function removeToast(toasts: readonly Toast[], id: number): readonly Toast[] {
  return toasts.filter((toast) => toast.id !== id)
}
