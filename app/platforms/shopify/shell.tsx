/** The screens inside Shopify's admin, which has the navigation. */
import type { ReactNode } from 'react'
import type { ShellData } from '#app/platforms/shell-data.ts'
import { JoinQuestion } from './join-question.tsx'

export function Shell({ facts, children }: { facts: ShellData; children: ReactNode }) {
  return (
    <main id="content" className="framed-shell" tabIndex={-1}>
      {facts.offersJoin && <JoinQuestion email={facts.account.email} />}
      {children}
    </main>
  )
}
