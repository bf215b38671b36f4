/** Empty state: what would be here, and how to get it. */
import type { ReactNode } from 'react'

/** The content that is missing. */
export type EmptyKind = 'table' | 'nudge' | 'curve' | 'goal' | 'search'

type EmptyProps = { kind?: EmptyKind; title: string; children: ReactNode; action?: ReactNode }

export const Empty = ({ kind = 'table', title, children, action }: EmptyProps) => (
  <div className="empty stack gap-8">
    <svg className="ghost" viewBox={`0 0 206 ${ghosts[kind][0]}`} aria-hidden>
      {ghosts[kind].map((path, pen) => pen > 0 && <path key={pen} d={path} />)}
    </svg>
    <p className="part-title">{title}</p>
    <div className="muted prose">{children}</div>
    {action}
  </div>
)

/**
 * The product's own parts, without their words: the height of a drawing and its paths, by the pens
 * of the style sheet: cards, tiles and pills, lines of text, highlights.
 */
const ghosts: Readonly<Record<EmptyKind, readonly [string, ...string[]]>> = {
  table: [
    '112',
    'M8 8h190v16H8zm0 40h190v16H8zm0 40h190v16H8z',
    'M14 12h8v8h-8zm162 4h16M14 52h8v8h-8zm162 4h16M14 92h8v8h-8zm162 4h16',
    'M42 16h87M42 56h111M42 96h63',
  ],
  search: [
    '64',
    'M8 8h190v8H8zm0 32h190v16H8z',
    'M14 44h8v8h-8zm162 4h16',
    'M33 12h63M42 48h111',
    'M11 9h6v6h-6z',
  ],
  nudge: ['60', 'M8 8h190v44H8z', 'M16 16h28v28H16z', 'M64 16h77M64 30h94M64 44h43M194 12h0'],
  curve: ['72', 'M8 8h190v56H8z', '', '', 'M10 54 34 46 58 50 82 30 108 36 132 20 156 26 196 16'],
  goal: ['48', 'M8 8h190v16H8z', 'M14 12h8v8h-8z', 'M42 16h87M4 44h198', 'M14 16l3 3 5-6M4 44h122'],
}
