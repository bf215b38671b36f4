import { Link } from '@remix-run/react'
import type { HomeNudge } from '#app/domain/stats/home.server.ts'
import { formatCount, formatRate } from '#app/ui/figures.ts'
import { Panel } from '#app/ui/panel.tsx'

export function NudgeTable({ nudges }: { nudges: readonly HomeNudge[] }) {
  return (
    <Panel>
      <section aria-labelledby="nudges-heading">
        <div className="home-head">
          <h2 id="nudges-heading" className="home-head__title">
            Active nudges
          </h2>
          {nudges.length > 0 && <p className="home-head__note">Since each was published</p>}
        </div>
        {nudges.length === 0 ? (
          <p className="home-empty">
            No nudge is published.{' '}
            <Link className="text-link" to="/onboarding?step=nudge">
              Publish the purchase nudge
            </Link>{' '}
            or{' '}
            <Link className="text-link" to="/popup-nudges">
              see what your data can fill
            </Link>
          </p>
        ) : (
          <table className="nudge-table">
            <thead>
              <tr>
                <th scope="col">Nudge</th>
                <th scope="col">Shown</th>
                <th scope="col">Clicked</th>
                <th scope="col">
                  <abbr title="Click rate: clicks per impression">Rate</abbr>
                </th>
              </tr>
            </thead>
            <tbody>
              {nudges.map(({ uuid, name, totals, rate }) => (
                <tr key={uuid}>
                  <th scope="row">
                    <Link className="text-link" to={`/nudges/${uuid}`}>
                      {name}
                    </Link>
                  </th>
                  <td>{formatCount(totals.impressions)}</td>
                  <td>{formatCount(totals.clicks)}</td>
                  <td>{formatRate(rate)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </Panel>
  )
}
