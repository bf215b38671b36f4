/** Asks or says something above the screen, in the page or around an admin's frame. */
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useHost, type DialogProps } from '#app/browser/host.ts'
import { Button } from './kit/button.tsx'

export function Dialog(props: DialogProps) {
  const { admin } = useHost()
  if (admin) return <admin.Dialog {...props} />

  const { act, dismiss, onClose } = props
  return (
    <PageDialog
      {...props}
      buttons={
        <>
          <Button size="large" onClick={onClose}>
            {dismiss}
          </Button>
          {act && (
            <Button
              variant="primary"
              {...(act.isCritical ? { tone: 'critical' as const } : {})}
              size="large"
              loading={act.isBusy}
              onClick={act.onAct}
            >
              {act.label}
            </Button>
          )}
        </>
      }
    />
  )
}

type PageDialogProps = Omit<DialogProps, 'act' | 'dismiss'> & { buttons: ReactNode }

/** For what an admin never asks, or asks in its own words. */
export function PageDialog({ title, isOpen, onClose, buttons, children }: PageDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    if (!isOpen) dialog.current?.close()
    else if (!dialog.current?.open) dialog.current?.showModal()
  }, [isOpen])

  return (
    <dialog
      ref={dialog}
      className="dialog floating"
      aria-labelledby={titleId}
      // The focus returns before the close event comes, so the next press may open it again by then.
      onCancel={(event) => {
        // A file field within it cancels as well.
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      onClose={() => {
        if (!dialog.current?.open) onClose()
      }}
    >
      <h2 id={titleId} className="dialog__title">
        {title}
      </h2>
      {children}
      <div className="row gap-12 mt-20">{buttons}</div>
    </dialog>
  )
}
