/** The first rows of two breakdowns, below the figures. Each filters them. */
import { Link } from '@remix-run/react'
import type { CSSProperties } from 'react'
import type { Filterable } from '#app/domain/stats/filter.ts'
import type { TopMembers } from '#app/domain/stats/top-members.server.ts'
import { formatCount } from '#app/ui/format/format-number.ts'
import { Panel } from '#app/ui/panel.tsx'
import { useDaysQuery, useFilterAddress } from './statistics-links.ts'

/** Rows of each list. */
export const topRows = 3

export const TopLists = ({ nudges, pages }: { nudges: TopMembers; pages: TopMembers }) => (
  <div className="columns gap-16">
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
        <div className="row between">
          <h2 className="part-title">{title}</h2>
          <Link className="text-link" to={path + days} aria-label={`All: ${title}`}>
            All
          </Link>
        </div>
        {rows.length === 0 && <p className="mt-12 muted prose">None on these days.</p>}
        <ol className="plain-list stack gap-4 mt-8 top-list">
          {rows.map(({ member, key, name, totals }) => (
            <li key={member} style={{ '--share': (totals[sort] ?? 0) / most } as CSSProperties}>
              {key ? (
                <Link className="text-link" to={address({ by, key })}>
                  {name}
                </Link>
              ) : (
                <span>{name}</span>
              )}
              <span className="numbers">
                {formatCount(totals[sort] ?? 0)} <span className="visually-hidden">{unit}</span>
              </span>
            </li>
          ))}
        </ol>
      </section>
    </Panel>
  )
}
