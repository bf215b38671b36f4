/**
 * Shown when the session has expired. Keeps unsaved input: people log in in another tab and submit
 * the form again.
 */
import { createContext, useCallback, useContext, useState, type ReactNode } from 'react'
import { errorCatalog } from '#app/lib/errors.ts'
import { productName } from '#app/lib/product.ts'
import { useHost } from '#app/browser/host.ts'
import { useSession } from '#app/browser/session.tsx'
import { PageDialog } from '../dialog.tsx'
import { Button } from '../kit/button.tsx'

/** @param login URL of the login page, including the way back */
type ReportExpired = (login: string) => void

const ExpiredContext = createContext<ReportExpired | null>(null)

export function useExpiredSession(): ReportExpired {
  const report = useContext(ExpiredContext)
  if (!report) throw new Error('An expired session needs <ExpiredSessions> around it.')
  return report
}

export function ExpiredSessions({ children }: { children: ReactNode }) {
  const { admin, frame } = useHost()
  const [login, setLogin] = useState('/auth/login')
  const [isOpen, setIsOpen] = useState(false)
  const { clear } = useSession()
  const close = () => {
    setIsOpen(false)
  }

  const report = useCallback<ReportExpired>(
    (wanted) => {
      clear()
      setLogin(wanted)
      setIsOpen(true)
    },
    [clear],
  )

  return (
    <ExpiredContext.Provider value={report}>
      {children}
      {admin ? (
        <admin.Dialog
          title={errorCatalog.sessionExpired}
          isOpen={isOpen}
          onClose={close}
          dismiss="Close"
        >
          <p>{errorCatalog.sessionExpiredLong}</p>
          <p>Your changes are still here. Log in to Shopify from another tab, then submit again.</p>
        </admin.Dialog>
      ) : (
        <PageDialog
          title={errorCatalog.sessionExpired}
          isOpen={isOpen}
          onClose={close}
          buttons={
            <>
              {!frame && (
                <Button variant="primary" size="large" url={login} external onClick={close}>
                  Open login in a new tab
                </Button>
              )}
              <Button size="large" onClick={close}>
                Close
              </Button>
            </>
          }
        >
          <p>{errorCatalog.sessionExpiredLong}</p>
          {frame ? (
            <p>Your changes are still here. Copy them, then open {productName} again.</p>
          ) : (
            <p>Your changes are still here. Log in from another tab, then submit again.</p>
          )}
        </PageDialog>
      )}
    </ExpiredContext.Provider>
  )
}
