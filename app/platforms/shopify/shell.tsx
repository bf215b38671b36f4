/** The screens inside Shopify's admin, which draws the navigation. */
import type { ReactNode } from 'react'
import { useHost } from '#app/browser/host.ts'
import { SessionStart } from '#app/browser/session.tsx'
import { listNavigation, placeOf } from '#app/platforms/navigation-entries.ts'
import type { ShellData } from '#app/platforms/shell-data.ts'
import { JoinQuestion } from './join-question.tsx'

/** Elsewhere in the account's menu, which the admin doesn't have. */
const personEntries = [
  { to: '/account/general', label: 'Account' },
  { to: '/support', label: 'Support' },
]

export function Shell({ facts, children }: { facts: ShellData; children: ReactNode }) {
  const { admin } = useHost()
  return (
    <main id="content" className="framed-shell" tabIndex={-1}>
      <SessionStart impersonatorId={null} />
      {admin && (
        <admin.Navigation entries={[...listNavigation(placeOf(facts)), ...personEntries]} />
      )}
      {facts.offersJoin && <JoinQuestion email={facts.account.email} />}
      {children}
    </main>
  )
}
