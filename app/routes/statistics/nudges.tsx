/** Impressions and clicks by nudge. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readPageNumber, readTopMembers } from '#app/domain/stats/top-members.server.ts'
import { productName } from '#app/lib/product.ts'
import { Empty } from '#app/ui/empty.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { AfterNote } from './view-through-note.tsx'
import { Download } from './download.tsx'
import { readStatisticsLayout } from './statistics-layout.server.ts'
import { StatisticsLayout } from './statistics-layout.tsx'
import { RankedTable } from './ranking-table.tsx'

export { headers } from '#app/platforms/headers.ts'
export { links } from './statistics-layout.tsx'
export const meta = () => [{ title: `Statistics by nudge – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { services, scope, query, frame, window } = await readStatisticsLayout(args)
  const page = readPageNumber(query.get('page'))
  const ranked = await readTopMembers(services, scope, {
    window,
    by: 'nudge',
    sort: query.get('sort'),
    page,
  })
  return { frame, ranked }
}

export default function ByNudge() {
  const { frame, ranked } = useLoaderData<typeof loader>()
  return (
    <StatisticsLayout frame={frame}>
      <Panel>
        <h2 className="part-title">Nudges</h2>
        {ranked.rows.length === 0 ? (
          <Empty title="No impressions for these dates">
            <p>Nudges appear here after their first impression.</p>
          </Empty>
        ) : (
          <>
            <RankedTable by="nudge" label="Nudge" of="nudges" ranked={ranked} />
            <AfterNote />
            <Download table="nudges" />
          </>
        )}
      </Panel>
    </StatisticsLayout>
  )
}
