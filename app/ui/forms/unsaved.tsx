/** Forms with unsaved changes: one save bar, and one question before they are left. */
import { useBlocker } from '@remix-run/react'
import { useEffect, useId, useSyncExternalStore } from 'react'
import { isLeavingConfirmed, useHost } from '#app/browser/host.ts'
import { PageDialog } from '../dialog.tsx'
import { Button } from '../kit/button.tsx'

type UnsavedForm = { isSaving: boolean; save: () => void; discard: () => void }

/**
 * All of the screen, the one that changed first in front: the router has one blocker, and an admin
 * shows one save bar.
 */
let unsaved: readonly (UnsavedForm & { id: string })[] = []
const listeners = new Set<() => void>()

const none: typeof unsaved = []

function replaceUnsaved(forms: typeof unsaved) {
  unsaved = forms
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

type UnsavedProps = UnsavedForm & { isDirty: boolean }

/** @param props `save` and `discard` keep their identity between renders */
export function Unsaved({ isDirty, isSaving, save, discard }: UnsavedProps) {
  const { admin } = useHost()
  const id = useId()
  const forms = useSyncExternalStore(
    listen,
    () => unsaved,
    () => none,
  )

  useEffect(() => {
    if (!isDirty) return
    replaceUnsaved([...unsaved, { id, isSaving: false, save, discard }])
    return () => {
      replaceUnsaved(unsaved.filter((form) => form.id !== id))
    }
  }, [id, isDirty, save, discard])
  useEffect(() => {
    if (!isDirty) return
    replaceUnsaved(unsaved.map((form) => (form.id === id ? { id, isSaving, save, discard } : form)))
  }, [id, isDirty, isSaving, save, discard])

  if (forms[0]?.id !== id) return null
  return (
    <>
      <UnsavedGuard isSaving={forms.every((form) => form.isSaving)} />
      {admin && (
        <admin.SaveBar
          isSaving={forms.some((form) => form.isSaving)}
          onSave={() => {
            for (const form of forms) form.save()
          }}
          onDiscard={() => {
            for (const form of forms) form.discard()
          }}
        />
      )}
    </>
  )
}

type Blocker = ReturnType<typeof useBlocker>

/** @param isSaving everything is on its way, and the answer may lead to another site */
function UnsavedGuard({ isSaving }: { isSaving: boolean }) {
  const { admin } = useHost()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && !isLeavingConfirmed(nextLocation.state),
  )
  return admin ? (
    <AdminGuard confirmLeaving={admin.confirmLeaving} blocker={blocker} />
  ) : (
    <PageGuard isSaving={isSaving} blocker={blocker} />
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

function PageGuard({ isSaving, blocker }: { isSaving: boolean; blocker: Blocker }) {
  useEffect(() => {
    if (isSaving) return
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => {
      window.removeEventListener('beforeunload', ask)
    }
  }, [isSaving])

  const stay = () => {
    if (blocker.state === 'blocked') blocker.reset()
  }
  return (
    <PageDialog
      title="Discard unsaved changes?"
      isOpen={blocker.state === 'blocked'}
      onClose={stay}
      buttons={
        <>
          <Button variant="primary" size="large" onClick={stay}>
            Keep editing
          </Button>
          <Button
            size="large"
            onClick={() => {
              if (blocker.state === 'blocked') blocker.proceed()
            }}
          >
            Discard changes
          </Button>
        </>
      }
    >
      <p>Your changes haven’t been saved.</p>
    </PageDialog>
  )
}
