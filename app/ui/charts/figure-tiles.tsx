/** Figures side by side. Each leads to its chart, or to where it can be seen. */
import { Link } from '@remix-run/react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Days } from '#app/lib/days/counted-days.ts'
import { formatBriefChange, formatChange } from './changes.ts'
import { datedBy } from './dated.ts'
import { Tip } from '../toasts/tooltip.tsx'

export const FigureTiles = ({ children }: { children: ReactNode }) => (
  <ul className="plain-list stack gap-12 figures">{children}</ul>
)

/** Totals of two periods of the same length. */
type Change = {
  total: number
  before: number
  /** The days of `total`, when they aren't the tile's. */
  period?: Days
}

type FigureTileProps = {
  name: string
  /** Definition of the figure. */
  meaning: string
  /** The days that the figure is of. Null: it isn't of days. */
  period: Days | null
  total: string
  to: string
  /** Whether its chart is the one that is drawn. Absent: the link leads to another screen. */
  isCharted?: boolean
  /** Label of the link's action. Absent: it draws the chart. */
  action?: string
  detail?: string | null
  change?: Change | null
  /** The change states no numbers, because the tile has both. */
  isBrief?: boolean
}

export function FigureTile(props: FigureTileProps) {
  const { name, meaning, period, total, to, isCharted = false, action, detail, change } = props
  return (
    <li className={`stack gap-4 figure${isCharted ? ' figure--charted' : ''}`}>
      <Tip text={meaning}>
        <button type="button" className="figure__name">
          {name}
        </button>
      </Tip>
      <p className="numbers break-anywhere figure__total" {...datedBy(period)}>
        <Counted total={total} />
      </p>
      {detail && <p className="muted small">{detail}</p>}
      {change && (change.total > 0 || change.before > 0) && (
        <ChangeWords {...change} isBrief={props.isBrief ?? false} />
      )}
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

type ChangeWordsProps = Change & { isBrief: boolean }

/** The arrow is for the eye: the words say the direction, too. */
function ChangeWords({ total, before, period, isBrief }: ChangeWordsProps) {
  const direction = total === before || before === 0 ? 'same' : total > before ? 'more' : 'fewer'
  return (
    <p className={`muted small figure__change--${direction}`} {...(period ? datedBy(period) : {})}>
      {isBrief ? formatBriefChange(total, before) : formatChange(total, before)}
    </p>
  )
}
