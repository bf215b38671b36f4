/** Empty state: what would be here, and how to get it. */
import type { ReactNode } from 'react'

/** The content that is missing. */
export type EmptyKind = 'table' | 'nudge' | 'curve' | 'goal' | 'search'

type EmptyProps = { kind?: EmptyKind; title: string; children: ReactNode; action?: ReactNode }

export const Empty = ({ kind = 'table', title, children, action }: EmptyProps) => (
  <div className="empty">
    <div className={`ghost ghost--${kind}`} aria-hidden>
      {ghosts[kind]}
    </div>
    <p className="empty__title">{title}</p>
    <div className="empty__words">{children}</div>
    {action}
  </div>
)

/** A line of text. Its width is a part of the whole, in eighths. */
const Line = ({ eighths }: { eighths: 2 | 3 | 4 | 5 | 6 }) => (
  <span className={`ghost__line ghost__line--${String(eighths)}`} />
)

const TableRow = ({ eighths }: { eighths: 3 | 4 | 5 }) => (
  <span className="ghost__row">
    <span className="ghost__tile" />
    <Line eighths={eighths} />
    <span className="ghost__pill" />
  </span>
)

/** The product's own parts, without their words. */
const ghosts: Readonly<Record<EmptyKind, ReactNode>> = {
  table: (
    <>
      <TableRow eighths={4} />
      <TableRow eighths={5} />
      <TableRow eighths={3} />
    </>
  ),
  search: (
    <>
      <span className="ghost__field">
        <span className="ghost__lens" />
        <Line eighths={3} />
      </span>
      <TableRow eighths={5} />
    </>
  ),
  nudge: (
    <span className="ghost__card">
      <span className="ghost__picture" />
      <span className="ghost__words">
        <Line eighths={5} />
        <Line eighths={6} />
        <Line eighths={3} />
      </span>
      <span className="ghost__close" />
    </span>
  ),
  curve: (
    <svg viewBox="0 0 208 72" className="ghost__curve">
      <path d="M0 18H208M0 42H208M0 66H208" className="ghost__grid" />
      <path d="M0 58 26 50 52 54 78 34 104 40 130 24 156 30 182 14 208 18" />
    </svg>
  ),
  goal: (
    <>
      <span className="ghost__row">
        <span className="ghost__tick" />
        <Line eighths={4} />
      </span>
      <span className="ghost__bar" />
    </>
  ),
}
