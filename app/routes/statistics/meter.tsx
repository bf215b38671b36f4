/** The organization's plan usage. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Banner } from '@shopify/polaris'
import { usageLevel } from '#app/domain/plans/usage-level.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import { readMeter } from '#app/domain/plans/meter.server.ts'
import { listSites } from '#app/domain/sites/sites.server.ts'
import { readMeterHistory } from '#app/domain/stats/meter-history.server.ts'
import { productName } from '#app/lib/product.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { formatCount, formatUnits } from '#app/ui/format/format-number.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Download } from './download.tsx'
import { readStatisticsLayout } from './statistics-layout.server.ts'
import { StatisticsLayout } from './statistics-layout.tsx'
import { MeterMonths, MeterSites } from './meter-tables.tsx'

export { headers } from '#app/platforms/headers.ts'
export { links } from './statistics-layout.tsx'
export const meta = () => [{ title: `Usage – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { services, scope, frame } = await readStatisticsLayout(args)
  const { sites, ...meter } = await readMeter(services, scope)
  const seen = new Set((await listSites(services, scope)).map(({ uuid }) => uuid))
  const hidden = sites.filter(({ uuid }) => !seen.has(uuid))
  return {
    frame,
    meter,
    plan: findPlan(meter.plan)?.name ?? meter.plan,
    sites: sites.filter(({ uuid }) => seen.has(uuid)),
    /** Usage of sites that this member can't see. */
    usedElsewhere: hidden.length === 0 ? null : hidden.reduce((sum, { used }) => sum + used, 0),
    months: await readMeterHistory(services, scope),
  }
}

export default function MeterScreen() {
  const { frame, meter, plan, sites, usedElsewhere, months } = useLoaderData<typeof loader>()
  const { meteredBy, used, allowance, percent, forecast, renewsAt, isLimitReached, boost } = meter
  return (
    <StatisticsLayout frame={frame} hasNoDays>
      {isLimitReached && (
        <Banner tone="warning" title="Monthly plan limit reached">
          <p>
            Nudges are paused until {formatDateTime(renewsAt)} or until you upgrade. You’re never
            billed beyond the limit.
          </p>
        </Banner>
      )}
      <Panel>
        <section aria-labelledby="use-heading" className="meter">
          <h2 id="use-heading" className="part-title">
            This month, all sites in your organization
          </h2>
          <p className="meter__use">
            {allowance === null
              ? formatUnits(used, meteredBy)
              : `${formatCount(used)} of ${formatUnits(allowance, meteredBy)}`}
          </p>
          {percent !== null && (
            <div className="meter__bar" aria-hidden>
              <div
                className={`meter__used meter__used--${usageLevel(percent)}`}
                style={{ width: `${String(Math.min(100, percent))}%` }}
              />
            </div>
          )}
          <ul className="meter__facts">
            <li>
              Your {plan} plan is measured by {meteredBy}
              {allowance === null ? ' and is unlimited.' : `. ${String(percent)}% is used.`}
            </li>
            {boost && (
              <li>
                Includes a boost of {formatCount(boost.units)} until{' '}
                {formatDateTime(boost.expiresAt)}.
              </li>
            )}
            <li>
              {forecast === null
                ? 'A forecast appears after the first three days of the month.'
                : `On track for ${formatUnits(forecast, meteredBy)} by the end of the month.`}
            </li>
            <li>Usage resets on {formatDateTime(renewsAt)}.</li>
            <li>
              Bots, previews and the holdout group are never billed. Nothing is billed while nudges
              are paused.
            </li>
          </ul>
        </section>
      </Panel>
      <Panel>
        <MeterSites sites={sites} usedElsewhere={usedElsewhere} meteredBy={meteredBy} />
      </Panel>
      <Panel>
        <MeterMonths months={months} />
        {months.length > 0 && <Download table="meter" />}
      </Panel>
    </StatisticsLayout>
  )
}
