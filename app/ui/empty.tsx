/** Empty state: what would be here, and how to get it. */
import type { ReactNode } from 'react'

type EmptyProps = { title: string; children: ReactNode; action?: ReactNode }

export const Empty = ({ title, children, action }: EmptyProps) => (
  <div className="empty">
    <p className="empty__title">{title}</p>
    <div className="empty__words">{children}</div>
    {action}
  </div>
)
