import { Link } from '@remix-run/react'
import { definitions } from '#app/domain/stats/definitions.ts'
import type { MetricTotal } from '#app/domain/stats/overview.server.ts'
import { formatCount, formatRate } from '#app/ui/format/format-number.ts'
import { Tip } from '#app/ui/toasts/tooltip.tsx'
import { useAddress } from './statistics-links.ts'

type FigureProps = { total: MetricTotal; isCharted: boolean }

/** One metric: its total, change and definition, and a link to its chart. */
export function MetricCard({ total: { metric, total, compared }, isCharted }: FigureProps) {
  const address = useAddress()
  const { name, meaning } = definitions[metric]
  return (
    <li className={isCharted ? 'figure figure--charted' : 'figure'}>
      <Tip text={meaning}>
        <button type="button" className="figure__name">
          {name}
        </button>
      </Tip>
      <p className="figure__total">{formatCount(total)}</p>
      {compared && <p className="figure__change">{formatChange(compared)}</p>}
      <Link
        className="text-link"
        to={address({ chart: metric })}
        preventScrollReset
        {...(isCharted ? { 'aria-current': 'true' } : {})}
      >
        {isCharted ? 'Shown in chart' : 'Show in chart'}
        <span className="visually-hidden">: {name}</span>
      </Link>
    </li>
  )
}

function formatChange({ total, before, change }: NonNullable<MetricTotal['compared']>): string {
  if (change === null)
    return total === 0 ? 'None in the previous period either' : 'None in the previous period'
  if (total === before) return `No change from ${formatCount(before)}`
  return `${formatRate(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than ${formatCount(before)}`
}
