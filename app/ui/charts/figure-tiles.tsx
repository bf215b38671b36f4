/** Figures side by side. Each leads to its chart, or to where it can be seen. */
import { Link } from '@remix-run/react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { formatChange } from './changes.ts'
import { Tip } from '../toasts/tooltip.tsx'

export const FigureTiles = ({ children }: { children: ReactNode }) => (
  <ul className="plain-list stack gap-12 figures">{children}</ul>
)

/** Totals of the full days, and of the same number of days before them. */
type Change = { total: number; before: number }

type FigureTileProps = {
  name: string
  /** Definition of the figure. */
  meaning: string
  total: string
  to: string
  /** Whether its chart is the one that is drawn. Absent: the link leads to another screen. */
  isCharted?: boolean
  /** Label of the link's action. Absent: it draws the chart. */
  action?: string
  detail?: string | null
  change?: Change | null
}

export function FigureTile(props: FigureTileProps) {
  const { name, meaning, total, to, isCharted = false, action, detail, change } = props
  return (
    <li className={`stack gap-4 figure${isCharted ? ' figure--charted' : ''}`}>
      <Tip text={meaning}>
        <button type="button" className="figure__name">
          {name}
        </button>
      </Tip>
      <p className="numbers break-anywhere figure__total">
        <Counted total={total} />
      </p>
      {detail && <p className="muted small">{detail}</p>}
      {change && (change.total > 0 || change.before > 0) && <ChangeWords {...change} />}
      <Link
        className="figure__link"
        to={to}
        preventScrollReset={action === undefined}
        replace={action === undefined}
        aria-label={`${action ?? (isCharted ? 'Shown in chart' : 'Show in chart')}: ${name}`}
        {...(isCharted ? { 'aria-current': 'true' } : {})}
      />
    </li>
  )
}

/** A number that has changed while the screen is open lights up once. */
function Counted({ total }: { total: string }) {
  const first = useRef(total)
  const [isChanged, setIsChanged] = useState(false)
  useEffect(() => {
    if (total !== first.current) setIsChanged(true)
  }, [total])
  return (
    <span key={total} className={isChanged ? 'figure__counted' : undefined}>
      {total}
    </span>
  )
}

/** The arrow is for the eye: the words say the direction, too. */
function ChangeWords({ total, before }: Change) {
  const direction = total === before || before === 0 ? 'same' : total > before ? 'more' : 'fewer'
  return <p className={`muted small figure__change--${direction}`}>{formatChange(total, before)}</p>
}
