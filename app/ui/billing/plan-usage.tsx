/** A month's use of a plan, with its forecast. */
import type { MeterReading } from '#app/domain/stats/meter-reading.server.ts'
import { usageLevel } from '#app/domain/plans/usage-level.ts'
import { formatCount, formatUnits } from '../format/format-number.ts'
import { formatDateTime } from '../format/format-time.ts'
import { Panel } from '../panel.tsx'

export type ShownMeter = Omit<MeterReading, 'sites'>

/** @param plan the plan's name */
export function PlanUsage({ meter, plan }: { meter: ShownMeter; plan: string }) {
  const { meteredBy, used, allowance, percent, forecast, renewsAt, boost } = meter
  return (
    <Panel>
      <section aria-labelledby="usage-heading">
        <h2 id="usage-heading" className="part-title">
          This month, all sites in your organization
        </h2>
        <p className="meter__use numbers">
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
        <ul className="points stack gap-6 muted prose mt-16">
          <li>
            Your {plan} plan is measured by {meteredBy}
            {allowance === null ? ' and is unlimited.' : `. ${String(percent)}% is used.`}
          </li>
          {boost && (
            <li>
              Includes a boost of {formatCount(boost.units)} until {formatDateTime(boost.expiresAt)}
              .
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
  )
}
