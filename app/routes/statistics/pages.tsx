/** Breakdowns by page, device, country and goal. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import {
  breakdownNames,
  breakdowns,
  readBreakdownName,
} from '#app/domain/stats/breakdown-choice.ts'
import { readPageNumber, readTopTable } from '#app/domain/stats/top-members.server.ts'
import { Empty } from '#app/ui/empty.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { Panel } from '#app/ui/panel.tsx'
import { useAddress } from './statistics-links.ts'
import { Download } from './download.tsx'
import { readStatisticsLayout } from './statistics-layout.server.ts'
import { StatisticsLayout } from './statistics-layout.tsx'
import { RankedTable } from './ranking-table.tsx'

export { headers } from '#app/platforms/headers.ts'
export { GatedError as ErrorBoundary } from '#app/ui/billing/gated-error.tsx'
export { links } from './statistics-layout.tsx'
export const meta = siteTitle('Statistics breakdown')

export async function loader(args: LoaderFunctionArgs) {
  const { services, scope, query, frame, window } = await readStatisticsLayout(args)
  const by = readBreakdownName(query.get('by'))
  const page = readPageNumber(query.get('page'))
  const { ranked, lines } = await readTopTable(services, scope, {
    window,
    by,
    sort: query.get('sort'),
    page,
  })
  return { frame, by, ranked, lines }
}

export default function ByPage() {
  const { frame, by, ranked, lines } = useLoaderData<typeof loader>()
  const address = useAddress()
  const { one, many } = breakdownNames[by]
  return (
    <StatisticsLayout frame={frame}>
      <Panel>
        <h2 className="part-title">By {one.toLowerCase()}</h2>
        <nav className="row gap-12 mt-8 mb-12 muted choices-line" aria-label="Breakdown">
          {breakdowns.map((name) => (
            <Link
              key={name}
              className="text-link"
              to={address({ by: name, sort: null, page: null })}
              preventScrollReset
              {...(name === by ? { 'aria-current': 'true' } : {})}
            >
              {breakdownNames[name].many}
            </Link>
          ))}
        </nav>
        {ranked.rows.length === 0 ? (
          <Empty kind="curve" title="No data for these dates">
            <p>
              {by === 'goal'
                ? 'Goals appear here once one is reached.'
                : 'Data appears here once visitors open pages with the pixel.'}
            </p>
          </Empty>
        ) : (
          <>
            <RankedTable
              by={by}
              label={one}
              of={many.toLowerCase()}
              ranked={ranked}
              lines={lines}
            />
            {by !== 'goal' && (
              <p className="mt-12 muted prose">
                Conversions that your server reported first have no {one.toLowerCase()} and aren’t
                included here.
              </p>
            )}
            <Download table={by} />
          </>
        )}
      </Panel>
    </StatisticsLayout>
  )
}
