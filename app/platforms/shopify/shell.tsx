/** The screens inside Shopify's admin, which draws the navigation. */
import type { ReactNode } from 'react'
import { useHost } from '#app/browser/host.ts'
import { SessionStart } from '#app/browser/session.tsx'
import { listNavigation, personEntries, placeOf } from '#app/platforms/navigation-entries.ts'
import { usePalette } from '#app/platforms/palette/use-palette.tsx'
import type { ShellData } from '#app/platforms/shell-data.ts'
import { JoinQuestion } from './join-question.tsx'

export function Shell({ facts, children }: { facts: ShellData; children: ReactNode }) {
  const { admin } = useHost()
  const { palette } = usePalette(facts)
  return (
    <main id="content" className="framed-shell" tabIndex={-1}>
      <SessionStart impersonatorId={null} />
      {admin && (
        <admin.Navigation entries={[...listNavigation(placeOf(facts)), ...personEntries]} />
      )}
      {facts.offersJoin && <JoinQuestion email={facts.account.email} />}
      {children}
      {palette}
    </main>
  )
}
