/** How the business and the service are doing. */
import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireKiosk } from '#app/auth/staff-guard.server.ts'
import { daysOf } from '#app/domain/billing/figures/days-of.ts'
import { readBusinessDays, type BusinessDay } from '#app/domain/billing/figures/read-days.server.ts'
import { readServiceFigures } from '#app/presenters/kiosk/service-figures.server.ts'
import chartCss from '#app/ui/charts/chart.css?url'
import { Chart, type ChartLine } from '#app/ui/charts/chart.tsx'
import { FigureTile, FigureTiles } from '#app/ui/charts/figure-tiles.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { formatDay } from '#app/ui/format/format-time.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { links as siteLinks } from '#app/ui/site-screens.ts'
import { businessFigures, findFigure, showFigure, type BusinessFigure } from './business-figures.ts'
import {
  ComparisonTable,
  CurrenciesTable,
  PixelTable,
  PlansTable,
  PolicyTable,
  ServiceTable,
} from './metrics-tables.tsx'

export { headers } from '#app/platforms/headers.ts'
export const meta = screenTitle('Metrics')
export const links: LinksFunction = () => [...siteLinks(), { rel: 'stylesheet', href: chartCss }]

export async function loader(args: LoaderFunctionArgs) {
  await requireKiosk(args)
  const { services } = args.context
  return {
    business: await readBusinessDays(services),
    service: await readServiceFigures(services),
    charted: findFigure(new URL(args.request.url).searchParams.get('chart')).id,
  }
}

/** A night without a row is a gap in the line. */
function lineOf({ of, charted }: BusinessFigure, rows: readonly BusinessDay[]): ChartLine {
  const days = daysOf(rows.map(({ day }) => day))
  return {
    days,
    values: days.map((day) => {
      const row = rows.find((one) => one.day === day)
      const value = row ? of(row) : null
      return value === null ? null : charted(value)
    }),
  }
}

export default function Metrics() {
  const { business, service, charted } = useLoaderData<typeof loader>()
  const { days, monthAgo, yearAgo } = business
  const newest = days.at(-1)
  const figure = findFigure(charted)
  return (
    <Screen
      title="Metrics"
      lead={
        newest
          ? `The newest row is of ${formatDay(newest.day)} (UTC). Each night adds one.`
          : 'Each night adds a row.'
      }
    >
      <div className="parts">
        {newest ? (
          <>
            <FigureTiles>
              {businessFigures.map((one) => (
                <FigureTile
                  key={one.id}
                  name={one.name}
                  meaning={one.meaning}
                  total={showFigure(one, newest)}
                  to={`?chart=${one.id}`}
                  isCharted={one.id === charted}
                />
              ))}
            </FigureTiles>
            <Panel>
              <h2 className="part-title">{figure.name} by day</h2>
              <Chart
                key={charted}
                name={figure.unit === undefined ? figure.name : `${figure.name} (${figure.unit})`}
                line={lineOf(figure, days)}
                before={null}
                isLastOpen={false}
              />
            </Panel>
            <Panel>
              <h2 className="part-title">Compared with a month and a year ago</h2>
              <ComparisonTable {...{ newest, monthAgo, yearAgo }} />
            </Panel>
            {newest.otherCurrencies.length > 0 && (
              <Panel>
                <h2 className="part-title">Other currencies</h2>
                <p className="part-lead">Not part of the revenue above, which is in US dollars.</p>
                <CurrenciesTable otherCurrencies={newest.otherCurrencies} />
              </Panel>
            )}
            <Panel>
              <h2 className="part-title">Subscribers per plan</h2>
              <PlansTable perPlan={newest.perPlan} />
            </Panel>
          </>
        ) : (
          <Panel>
            <Empty kind="curve" title="No metrics yet">
              <p>The first row appears in the night after the first day.</p>
            </Empty>
          </Panel>
        )}
        <Panel>
          <h2 className="part-title">Service</h2>
          <p className="part-lead">
            Requests are those of this process since it started, without the pixel’s. The full list
            of measurements is at <code>/metrics</code>.
          </p>
          <ServiceTable service={service} />
        </Panel>
        {service.policyReports !== null && (
          <Panel>
            <h2 className="part-title">Content policy in Shopify’s admin</h2>
            <p className="part-lead">
              SHOPIFY_CONTENT_POLICY is set to report: only scripts and forms are blocked. This is
              everything that browsers reported since this process started. Anyone can send such a
              report.
            </p>
            <PolicyTable reports={service.policyReports} />
          </Panel>
        )}
        <Panel>
          <h2 className="part-title">Pixel versions</h2>
          <p className="part-lead">
            Requests of browsers for the part of the pixel that shows nudges, by the version that
            their page uses, since this process started. A browser keeps the current version for a
            year, so it mostly asks once.
          </p>
          <PixelTable versions={service.pixelVersions} />
        </Panel>
      </div>
    </Screen>
  )
}
