/** The first rows of two breakdowns, below the figures. Each filters them. */
import { Link } from '@remix-run/react'
import type { Filterable } from '#app/domain/stats/filter.ts'
import type { TopMembers } from '#app/domain/stats/top-members.server.ts'
import { formatCount } from '#app/ui/format/format-number.ts'
import { Panel } from '#app/ui/panel.tsx'
import { useDaysQuery, useFilterAddress } from './statistics-links.ts'

/** Rows of each list. */
export const topRows = 3

export const TopLists = ({ nudges, pages }: { nudges: TopMembers; pages: TopMembers }) => (
  <div className="top-lists">
    <TopList
      by="nudge"
      title="Top nudges"
      unit="impressions"
      path="/statistics/nudges"
      top={nudges}
    />
    <TopList by="page" title="Top pages" unit="page views" path="/statistics/pages" top={pages} />
  </div>
)

type TopListProps = {
  by: Filterable
  title: string
  /** Unit of the metric that ranks the rows. */
  unit: string
  /** Path of the whole list. */
  path: string
  top: TopMembers
}

function TopList({ by, title, unit, path, top: { rows, sort } }: TopListProps) {
  const address = useFilterAddress()
  const days = useDaysQuery()
  const most = Math.max(1, ...rows.map(({ totals }) => totals[sort] ?? 0))
  return (
    <Panel>
      <section aria-label={title}>
        <div className="top-list__head">
          <h2 className="part-title">{title}</h2>
          <Link className="text-link" to={path + days} aria-label={`All: ${title}`}>
            All
          </Link>
        </div>
        {rows.length === 0 && <p className="figures__note">None on these days.</p>}
        <ol className="top-list">
          {rows.map(({ member, key, name, totals }) => (
            <li key={member}>
              <span
                className="top-list__bar"
                style={{ width: `${String(Math.round(((totals[sort] ?? 0) / most) * 100))}%` }}
                aria-hidden
              />
              {key ? (
                <Link className="text-link" to={address({ by, key })}>
                  {name}
                </Link>
              ) : (
                <span>{name}</span>
              )}
              <span className="top-list__total">
                {formatCount(totals[sort] ?? 0)} <span className="visually-hidden">{unit}</span>
              </span>
            </li>
          ))}
        </ol>
      </section>
    </Panel>
  )
}
