/**
 * Shown when the session has expired. Keeps unsaved input: people log in in another tab and submit
 * the form again.
 */
import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from 'react'
import { errorCatalog } from '#app/lib/errors.ts'
import { useSession } from '#app/browser/session.tsx'
import { inNewTab } from '../new-tab-link.tsx'

/** @param login URL of the login page, including the way back */
type ReportExpired = (login: string) => void

const ExpiredContext = createContext<ReportExpired | null>(null)

export function useExpiredSession(): ReportExpired {
  const report = useContext(ExpiredContext)
  if (!report) throw new Error('An expired session needs <ExpiredSessions> around it.')
  return report
}

export function ExpiredSessions({ children }: { children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [login, setLogin] = useState('/auth/login')
  const { clear } = useSession()
  const close = () => {
    dialog.current?.close()
  }

  const report = useCallback<ReportExpired>(
    (wanted) => {
      clear()
      setLogin(wanted)
      if (!dialog.current?.open) dialog.current?.showModal()
    },
    [clear],
  )

  return (
    <ExpiredContext.Provider value={report}>
      {children}
      <dialog ref={dialog} className="dialog" aria-labelledby="expired-session">
        <h2 id="expired-session" className="dialog__title">
          {errorCatalog.sessionExpired}
        </h2>
        <p>{errorCatalog.sessionExpiredLong}</p>
        <p>Your changes are still here. Log in from another tab, then submit again.</p>
        <div className="dialog__actions">
          <a className="solid-button" href={login} {...inNewTab} onClick={close}>
            Open login in a new tab
          </a>
          <button type="button" className="plain-button" onClick={close}>
            Close
          </button>
        </div>
      </dialog>
    </ExpiredContext.Provider>
  )
}
