/**
 * All metrics of the chosen days, one of them by day. For the site, or for one row of a breakdown.
 */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { readPushSurface } from '#app/domain/push/push-surface.server.ts'
import { breakdownNames } from '#app/domain/stats/breakdown-choice.ts'
import { findFiltered } from '#app/domain/stats/filter.server.ts'
import {
  figureDefinition,
  readFilterWord,
  writeFilter,
  type FigureName,
  type Filterable,
} from '#app/domain/stats/filter.ts'
import {
  readFilteredOverview,
  readOverview,
  type MetricTotal,
} from '#app/domain/stats/overview.server.ts'
import { readSiteChanges } from '#app/domain/stats/site-changes.server.ts'
import { readTopMembers } from '#app/domain/stats/top-members.server.ts'
import { Chart } from '#app/ui/charts/chart.tsx'
import { FigureTile, FigureTiles } from '#app/ui/charts/figure-tiles.tsx'
import { Details } from '#app/ui/details.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { formatCount } from '#app/ui/format/format-number.ts'
import { formatDays } from '#app/ui/format/format-time.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { PushSurfacePanel } from '#app/ui/push-surface.tsx'
import { AfterNote } from './view-through-note.tsx'
import { Download } from './download.tsx'
import { useAddress } from './statistics-links.ts'
import { TopLists, topRows } from './top-lists.tsx'
import { readStatisticsLayout } from './statistics-layout.server.ts'
import { StatisticsLayout } from './statistics-layout.tsx'

export { headers } from '#app/platforms/headers.ts'
export { GatedError as ErrorBoundary } from '#app/ui/billing/gated-error.tsx'
export { links } from './statistics-layout.tsx'
export const meta = siteTitle('Statistics')

export async function loader(args: LoaderFunctionArgs) {
  const { services, scope, query, frame, window } = await readStatisticsLayout(args)
  const word = readFilterWord(query.get('filter'))
  const filter = word && (await findFiltered(services, scope, word))
  const topOf = (by: 'nudge' | 'page') =>
    readTopMembers(services, scope, { window, by, sort: null, page: 1, size: topRows })
  const [overview, changes, top, push] = await Promise.all([
    filter
      ? readFilteredOverview(services, scope, { range: frame.range, filter })
      : readOverview(services, scope, frame.range),
    readSiteChanges(services, scope, window),
    filter ? null : Promise.all([topOf('nudge'), topOf('page')]),
    filter ? null : readPushSurface(services, scope, frame.range),
  ])
  const { days, before, compared } = overview
  const totals: readonly MetricTotal<FigureName>[] = overview.totals
  const valuesOf = (byDay: Partial<Record<FigureName, number[]>>) => byDay[metric] ?? []
  const metric = chooseMetric(
    totals.map((total) => total.metric),
    query.get('chart'),
  )
  return {
    frame,
    filter: filter && { by: filter.by, name: filter.name, word: writeFilter(filter) },
    totals,
    compared,
    metric,
    line: { days, values: valuesOf(overview.byDay) },
    before: before && { days: before.days, values: valuesOf(before.byDay) },
    changes,
    top: top && { nudges: top[0], pages: top[1] },
    push,
  }
}

/** The wanted one if it's there, or else impressions, or else the first one. */
function chooseMetric(figures: readonly FigureName[], wanted: string | null): FigureName {
  return (
    figures.find((figure) => figure === wanted) ??
    figures.find((figure) => figure === 'impressions') ??
    figures[0] ??
    'impressions'
  )
}

export default function Overview() {
  const { frame, filter, totals, compared, metric, line, before, changes, top, push } =
    useLoaderData<typeof loader>()
  const address = useAddress()
  const by = filter?.by ?? null
  const { name } = figureDefinition(metric, by)
  // Said once below instead of on each tile.
  const hasBefore = totals.some((one) => (one.compared?.before ?? 0) > 0)
  return (
    <StatisticsLayout frame={frame} isCompared>
      {filter && <FilterChip by={filter.by} name={filter.name} />}
      <section aria-labelledby="figures-heading">
        <h2 id="figures-heading" className="visually-hidden">
          Key metrics
        </h2>
        <FigureTiles>
          {totals.map((one) => (
            <FigureTile
              key={one.metric}
              name={figureDefinition(one.metric, by).name}
              meaning={figureDefinition(one.metric, by).meaning}
              total={formatCount(one.total)}
              change={hasBefore ? one.compared : null}
              to={address({ chart: one.metric })}
              isCharted={one.metric === metric}
            />
          ))}
        </FigureTiles>
      </section>
      <Panel>
        <section aria-labelledby="chart-heading">
          <h2 id="chart-heading" className="part-title">
            {name} by day
          </h2>
          <Chart
            // Other days start at their last one.
            key={`${frame.range.from} ${frame.range.to}`}
            name={name}
            line={line}
            before={before}
            zone={frame.zone}
            isLastOpen={frame.range.to === frame.today}
            notes={changes}
            picture={{
              title: `${filter ? `${filter.name} – ` : ''}${name} by day, ${formatDays(frame.range)} (${frame.zone})`,
              fileName: `${frame.host.replace(/[^a-z0-9.-]/g, '-')}-${metric}-${frame.range.from}-${frame.range.to}.svg`,
            }}
          >
            <Download table="days" filter={filter?.word ?? null} className="" />
          </Chart>
        </section>
      </Panel>
      {top && <TopLists {...top} />}
      {push && <PushSurfacePanel push={push} days={formatDays(frame.range)} />}
      <div className="row between gap-16">
        <div className="rows__words">
          <p className="mt-12 muted prose">
            {describeCompared(compared, { isWanted: frame.range.isCompared, hasBefore })}
          </p>
          {(by === null || by === 'nudge') && <AfterNote />}
        </div>
        <Button url="/statistics/reports">Email reports</Button>
      </div>
      <Panel>
        <Details className="link-summary" summary="How these metrics are defined">
          <dl className="stack gap-12 m-0 meanings">
            {totals.map((one) => (
              <div key={one.metric}>
                <dt className="strong">{figureDefinition(one.metric, by).name}</dt>
                <dd className="m-0 muted prose">{figureDefinition(one.metric, by).meaning}</dd>
              </div>
            ))}
          </dl>
        </Details>
      </Panel>
    </StatisticsLayout>
  )
}

/** The filter of the metrics. Visitors aren't counted by page or nudge, so they are missing. */
function FilterChip({ by, name }: { by: Filterable; name: string }) {
  const address = useAddress()
  const word = by === 'nudge' ? 'Nudge' : breakdownNames[by].one
  return (
    <p className="line gap-4 filter-chip">
      <span>
        {word}: <strong>{name}</strong>
      </span>
      <Link
        to={address({ filter: null, chart: null })}
        preventScrollReset
        aria-label={`Remove filter: ${word} ${name}`}
      >
        ×
      </Link>
    </p>
  )
}

type Days = { from: string; to: string }

function describeCompared(
  compared: { current: Days; before: Days } | null,
  { isWanted, hasBefore }: { isWanted: boolean; hasBefore: boolean },
): string {
  if (!isWanted) return 'No comparison selected.'
  if (!compared) return 'There’s no full day to compare yet.'
  const { current, before } = compared
  if (!hasBefore) return `There’s no data for the previous period, ${formatDays(before)}.`
  return `Changes compare full days: ${formatDays(current)} vs. ${formatDays(before)}.`
}
