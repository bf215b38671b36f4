/** Toasts at the bottom right, in one viewport for the whole document. */
import * as Toast from '@radix-ui/react-toast'
import { XIcon } from '@shopify/polaris-icons'
import { useCallback, useRef, useState, type ReactNode } from 'react'
import { ToastContext, type ShowToast } from '#app/browser/toast-context.ts'
import {
  addToast,
  closeToast,
  removeToast,
  toastActMillis,
  toastMillis,
  toastRemovalMillis,
  toastSwipeThreshold,
  type Toast as QueuedToast,
} from '#app/browser/toast-queue.ts'
import { Tip } from './tooltip.tsx'

export function Toasts({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly QueuedToast[]>([])
  const lastId = useRef(0)

  const show = useCallback<ShowToast>((tone, message, act) => {
    lastId.current += 1
    const id = lastId.current
    setToasts((queue) => addToast(queue, { id, tone, message, act }))
  }, [])

  const close = (id: number) => {
    setToasts((queue) => closeToast(queue, id))
    setTimeout(() => {
      setToasts((queue) => removeToast(queue, id))
    }, toastRemovalMillis)
  }

  return (
    <ToastContext.Provider value={show}>
      <Toast.Provider duration={toastMillis} swipeThreshold={toastSwipeThreshold}>
        {children}
        {toasts.map(({ id, open, tone, message, act }) => (
          <Toast.Root
            key={id}
            className={`toast floating toast--${tone}`}
            open={open}
            duration={act ? toastActMillis : toastMillis}
            onOpenChange={(isOpen) => {
              if (!isOpen) close(id)
            }}
          >
            <Toast.Description className="toast__text">{message}</Toast.Description>
            {act && (
              <Toast.Close className="text-link" onClick={act.run}>
                {act.label}
              </Toast.Close>
            )}
            <Tip text="Close">
              <Toast.Close className="icon-button" aria-label="Close">
                <XIcon aria-hidden />
              </Toast.Close>
            </Tip>
          </Toast.Root>
        ))}
        <Toast.Viewport className="toasts" hotkey={['F8']} label="Messages ({hotkey})" />
      </Toast.Provider>
    </ToastContext.Provider>
  )
}
