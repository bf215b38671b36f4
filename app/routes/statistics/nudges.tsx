/** Impressions and clicks by nudge. */
import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readPageNumber, readTopTable } from '#app/domain/stats/top-members.server.ts'
import { shortIdOf } from '#app/lib/short-id.ts'
import { Empty } from '#app/ui/empty.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import nudgePreviewCss from '#app/ui/nudge-preview/nudge-preview.css?url'
import thumbnailCss from '#app/ui/nudge-preview/thumbnail.css?url'
import { firstNudgeOnly, Thumbnail } from '#app/ui/nudge-preview/thumbnail.tsx'
import { useCards } from '#app/ui/nudge-preview/use-cards.ts'
import { Panel } from '#app/ui/panel.tsx'
import { AfterNote } from './view-through-note.tsx'
import { Download } from './download.tsx'
import { readStatisticsLayout } from './statistics-layout.server.ts'
import { StatisticsLayout, links as statisticsLinks } from './statistics-layout.tsx'
import { RankedTable } from './ranking-table.tsx'

export { headers } from '#app/platforms/headers.ts'
export { GatedError as ErrorBoundary } from '#app/ui/billing/gated-error.tsx'

export const links: LinksFunction = () => [
  ...statisticsLinks(),
  { rel: 'stylesheet', href: thumbnailCss },
  { rel: 'stylesheet', href: nudgePreviewCss },
]
export const meta = siteTitle('Statistics by nudge')

export async function loader(args: LoaderFunctionArgs) {
  const { services, scope, query, frame, window } = await readStatisticsLayout(args)
  const page = readPageNumber(query.get('page'))
  const { ranked, lines } = await readTopTable(services, scope, {
    window,
    by: 'nudge',
    sort: query.get('sort'),
    page,
  })
  const shortIds = ranked.rows.flatMap(({ key }) => (key ? [[key, shortIdOf(key)] as const] : []))
  return { frame, ranked, lines, shortIds: Object.fromEntries(shortIds) }
}

export default function ByNudge() {
  const { frame, ranked, lines, shortIds } = useLoaderData<typeof loader>()
  const payload = useCards(Object.keys(shortIds))
  return (
    <StatisticsLayout frame={frame}>
      <Panel>
        <h2 className="part-title">Nudges</h2>
        {ranked.rows.length === 0 ? (
          <Empty kind="nudge" title="No impressions for these dates">
            <p>Nudges appear here after their first impression.</p>
          </Empty>
        ) : (
          <>
            <RankedTable
              by="nudge"
              label="Nudge"
              of="nudges"
              ranked={ranked}
              lines={lines}
              picture={({ key, name }) => {
                const shortId = shortIds[key ?? '']
                if (shortId === undefined) return null
                return <Thumbnail payload={firstNudgeOnly(payload, shortId)} label={name} />
              }}
            />
            <AfterNote />
            <Download table="nudges" />
          </>
        )}
      </Panel>
    </StatisticsLayout>
  )
}
