import type { ReactNode } from 'react'
import { Panel } from '#app/ui/panel.tsx'

type HomePanelProps = {
  /** Id of the heading. */
  id: string
  title: string
  /** Next to the heading. */
  beside?: ReactNode
  children: ReactNode
}

/** A panel that its heading names. */
export const HomePanel = ({ id, title, beside, children }: HomePanelProps) => (
  <Panel>
    <section aria-labelledby={id}>
      <div className="row between mb-12 home-head">
        <h2 id={id}>{title}</h2>
        {beside}
      </div>
      {children}
    </section>
  </Panel>
)
