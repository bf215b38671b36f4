/** Web Vitals of pages with nudges, compared with the holdout group. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { webVitalsShare } from '#app/domain/stats/web-vitals-text.ts'
import { readWebVitals, type WebVitals } from '#app/domain/stats/web-vitals.server.ts'
import { Empty } from '#app/ui/empty.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { formatCount } from '#app/ui/format/format-number.ts'
import { Panel } from '#app/ui/panel.tsx'
import { formatDays } from '#app/lib/days/moment-text.ts'
import { Download } from './download.tsx'
import { readStatisticsLayout } from './statistics-layout.server.ts'
import { StatisticsLayout } from './statistics-layout.tsx'
import { SpeedMeanings, SpeedTable } from './web-vitals-table.tsx'

export { headers } from '#app/platforms/headers.ts'
export { GatedError as ErrorBoundary } from '#app/ui/billing/gated-error.tsx'
export { links } from './statistics-layout.tsx'
export const meta = siteTitle('Site speed')

export async function loader(args: LoaderFunctionArgs) {
  const { services, scope, frame } = await readStatisticsLayout(args)
  return { frame, speed: await readWebVitals(services, scope, frame.range) }
}

export default function SpeedScreen() {
  const { frame, speed } = useLoaderData<typeof loader>()
  return (
    <StatisticsLayout frame={frame}>
      <Panel>
        <h2 className="part-title">Page speed with and without nudges</h2>
        <p className="part-lead">
          We measure 1 in {String(webVitalsShare)} page loads in visitors’ browsers and report it
          when they leave the page. Values are the 75th percentile: 75% of page loads were this fast
          or faster.
        </p>
        {speed.pages === 0 ? (
          <Empty kind="curve" title="No measurements for these dates">
            <p>
              Measurements appear after about {String(webVitalsShare)} page loads. A comparison
              needs at least 100 measured page loads per group.
            </p>
          </Empty>
        ) : (
          <>
            <SpeedTable metrics={speed.metrics} />
            <p className="mt-12 muted prose">
              Based on{' '}
              {speed.pages === 1 ? '1 page load' : `${formatCount(speed.pages)} page loads`}. Values
              are stored in steps of about 10%, so each can be off by 5%.{' '}
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
      return 'The holdout group is random, so any difference comes from nudges. We only show differences that chance alone would cause in fewer than 1 in 20 comparisons of this size.'
    case 'no_holdout':
      return 'Set up a holdout group to see how nudges affect speed.'
    case 'changed':
      return `The holdout percentage changed during these dates, so the groups can’t be compared. Choose dates from ${formatDays({ from: split.since, to: split.since })} on.`
  }
}
