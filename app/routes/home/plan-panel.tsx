import { Link } from '@remix-run/react'
import type { HomeUse } from '#app/presenters/home/home.server.ts'
import { formatCount, formatUnits } from '#app/ui/format/format-number.ts'
import { Panel } from '#app/ui/panel.tsx'

/** Plan usage and its projection. */
export function PlanPanel({ use }: { use: HomeUse }) {
  const { teamId, meteredBy, used, allowance, percent, forecast } = use
  const share =
    allowance === null || percent === null
      ? 'Your plan is unlimited.'
      : `${String(percent)}% of your plan’s ${formatCount(allowance)}.`
  return (
    <Panel>
      <section aria-labelledby="plan-heading">
        <div className="home-head">
          <h2 id="plan-heading" className="home-head__title">
            Plan usage
          </h2>
          <Link className="text-link" to={`/settings/teams/${String(teamId)}/plan`}>
            View usage
          </Link>
        </div>
        <p>
          {formatUnits(used, meteredBy)} this month across all your sites. {share}
        </p>
        <p className="home-head__note">
          {forecast === null
            ? 'A forecast appears after the first three days of the month.'
            : `On track for about ${formatCount(forecast)} by the end of the month.`}
        </p>
      </section>
    </Panel>
  )
}
