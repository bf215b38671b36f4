/** Web Vitals of pages with nudges, compared with the holdout group. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { webVitalsShare } from '#app/domain/stats/web-vitals-text.ts'
import { readWebVitals, type WebVitals } from '#app/domain/stats/web-vitals.server.ts'
import { productName } from '#app/lib/product.ts'
import { Empty } from '#app/ui/empty.tsx'
import { formatCount } from '#app/ui/format/format-number.ts'
import { Panel } from '#app/ui/panel.tsx'
import { formatDays } from '#app/ui/format/format-time.ts'
import { Download } from './download.tsx'
import { readStatisticsLayout } from './statistics-layout.server.ts'
import { StatisticsLayout } from './statistics-layout.tsx'
import { SpeedMeanings, SpeedTable } from './web-vitals-table.tsx'

export { headers } from '#app/platforms/headers.ts'
export { links } from './statistics-layout.tsx'
export const meta = () => [{ title: `Speed – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { services, scope, frame } = await readStatisticsLayout(args)
  return { frame, speed: await readWebVitals(services, scope, frame.range) }
}

export default function SpeedScreen() {
  const { frame, speed } = useLoaderData<typeof loader>()
  return (
    <StatisticsLayout frame={frame}>
      <Panel>
        <h2 className="part-title">How fast your pages are, with nudges and without</h2>
        <p className="part-lead">
          One page load in {String(webVitalsShare)} measures itself in the visitor’s browser and
          tells it once, when the page is left. Of 100 pages, 75 are as fast as the figure or
          faster.
        </p>
        {speed.pages === 0 ? (
          <Empty title="No page was measured on these days">
            <p>
              Figures appear here once visitors have loaded some {String(webVitalsShare)} pages and
              left them. A difference is told from 100 measured pages of each group on.
            </p>
          </Empty>
        ) : (
          <>
            <SpeedTable metrics={speed.metrics} />
            <p className="figures__note">
              {speed.pages === 1 ? '1 page was' : `${formatCount(speed.pages)} pages were`}{' '}
              measured. Figures are kept in steps of a tenth, so each can be off by 5%.{' '}
              {describeSplit(speed.split)}
            </p>
            <SpeedMeanings />
            <Download table="speed" />
          </>
        )}
      </Panel>
    </StatisticsLayout>
  )
}

function describeSplit(split: WebVitals['split']): string {
  switch (split.kind) {
    case 'one':
      return 'Who is in the hold-out is drawn by lot, so a difference comes from the nudges: it is told when chance alone would show it in less than one of 20 comparisons of that many pages.'
    case 'no_holdout':
      return 'What nudges cost can’t be told without a hold-out: choose one in the site settings.'
    case 'changed':
      return `The hold-out was changed on these days, so the groups can’t be compared: choose days from ${formatDays({ from: split.since, to: split.since })} on.`
  }
}
