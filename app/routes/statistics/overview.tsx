/** All metrics of the chosen days, one of them by day. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Button } from '@shopify/polaris'
import { definitions, isMetric, metrics } from '#app/domain/stats/definitions.ts'
import { readOverview } from '#app/domain/stats/overview.server.ts'
import { dayAt } from '#app/domain/stats/range.ts'
import { productName } from '#app/lib/product.ts'
import { Chart } from '#app/ui/charts/chart.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { AfterNote } from './view-through-note.tsx'
import { formatDays } from '#app/ui/format/format-time.ts'
import { Download } from './download.tsx'
import { MetricCard } from './metric-card.tsx'
import { readStatisticsLayout } from './statistics-layout.server.ts'
import { StatisticsLayout } from './statistics-layout.tsx'

export { headers } from '#app/platforms/headers.ts'
export { links } from './statistics-layout.tsx'
export const meta = () => [{ title: `Statistics – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { services, scope, query, frame } = await readStatisticsLayout(args)
  const { days, totals, byDay, before, compared } = await readOverview(services, scope, frame.range)
  const wanted = query.get('chart')
  const metric = isMetric(wanted) ? wanted : 'impressions'
  return {
    frame,
    totals,
    compared,
    metric,
    line: { days, values: byDay[metric] },
    before: before && { days: before.days, values: before.byDay[metric] },
  }
}

export default function Overview() {
  const { frame, totals, compared, metric, line, before } = useLoaderData<typeof loader>()
  return (
    <StatisticsLayout frame={frame} isCompared>
      <section aria-labelledby="figures-heading">
        <h2 id="figures-heading" className="visually-hidden">
          Key metrics
        </h2>
        <ul className="figures">
          {totals.map((total) => (
            <MetricCard key={total.metric} total={total} isCharted={total.metric === metric} />
          ))}
        </ul>
        <div className="figures__foot">
          <div>
            <p className="figures__note">{describeCompared(compared, frame.range.isCompared)}</p>
            <AfterNote />
          </div>
          <Button url="/statistics/reports">Email reports</Button>
        </div>
      </section>
      <Panel>
        <section aria-labelledby="chart-heading">
          <h2 id="chart-heading" className="part-title">
            {definitions[metric].name} by day
          </h2>
          <Chart
            name={definitions[metric].name}
            line={line}
            before={before}
            isLastOpen={frame.range.to === dayAt(frame.now)}
          />
        </section>
      </Panel>
      <Panel>
        <details className="meanings">
          <summary>How these metrics are defined</summary>
          <dl>
            {metrics.map((one) => (
              <div key={one}>
                <dt>{definitions[one].name}</dt>
                <dd>{definitions[one].meaning}</dd>
              </div>
            ))}
          </dl>
        </details>
        <Download table="days" />
      </Panel>
    </StatisticsLayout>
  )
}

type Days = { from: string; to: string }

function describeCompared(
  compared: { current: Days; before: Days } | null,
  isWanted: boolean,
): string {
  if (!isWanted) return 'No comparison selected.'
  if (!compared) return 'There’s no full day to compare yet.'
  const { current, before } = compared
  return `Changes compare full days: ${formatDays(current)} vs. ${formatDays(before)}.`
}
