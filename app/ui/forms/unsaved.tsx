/** Asks for confirmation before leaving a form with unsaved changes. */
import { useBlocker } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { isLeavingConfirmed, useHost } from '#app/browser/host.ts'

type Blocker = ReturnType<typeof useBlocker>

export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const { admin } = useHost()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      currentLocation.pathname !== nextLocation.pathname &&
      !isLeavingConfirmed(nextLocation.state),
  )
  return admin ? (
    <AdminGuard confirmLeaving={admin.confirmLeaving} blocker={blocker} />
  ) : (
    <PageGuard isDirty={isDirty} blocker={blocker} />
  )
}

type AdminGuardProps = { confirmLeaving: () => Promise<void>; blocker: Blocker }

/** The admin asks, also before its own pages. It doesn't say so when the person stays. */
function AdminGuard({ confirmLeaving, blocker }: AdminGuardProps) {
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirmLeaving().then(() => {
      blocker.proceed()
    })
  }, [blocker, confirmLeaving])
  return null
}

function PageGuard({ isDirty, blocker }: { isDirty: boolean; blocker: Blocker }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isBlocked = blocker.state === 'blocked'

  useEffect(() => {
    if (isBlocked) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isBlocked])

  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => {
      window.removeEventListener('beforeunload', ask)
    }
  }, [isDirty])

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="unsaved-title"
      onClose={() => {
        if (blocker.state === 'blocked') blocker.reset()
      }}
    >
      <h2 id="unsaved-title" className="dialog__title">
        Discard unsaved changes?
      </h2>
      <p>Your changes haven’t been saved.</p>
      <div className="dialog__actions">
        <button
          type="button"
          className="solid-button"
          onClick={() => {
            dialog.current?.close()
          }}
        >
          Keep editing
        </button>
        <button
          type="button"
          className="plain-button"
          onClick={() => {
            if (blocker.state === 'blocked') blocker.proceed()
          }}
        >
          Discard changes
        </button>
      </div>
    </dialog>
  )
}
