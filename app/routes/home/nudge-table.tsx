import { Link } from '@remix-run/react'
import type { ReadyType } from '#app/presenters/nudge-list/gallery.server.ts'
import type { HomeLive } from '#app/presenters/home/home.server.ts'
import { formatCount, formatRate } from '#app/ui/format/format-number.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Recommended } from './recommended.tsx'

type NudgeTableProps = Pick<HomeLive, 'nudges' | 'counts'> & {
  recommended: readonly ReadyType[]
  mayEdit: boolean
}

export function NudgeTable({ nudges, counts, recommended, mayEdit }: NudgeTableProps) {
  const hidden = counts.published - nudges.length
  return (
    <Panel>
      <section aria-labelledby="nudges-heading">
        <div className="home-head">
          <h2 id="nudges-heading" className="home-head__title">
            Live nudges
          </h2>
          {nudges.length > 0 && <p className="home-head__note">Since publishing</p>}
        </div>
        {nudges.length === 0 ? (
          <Recommended types={recommended} counts={counts} mayEdit={mayEdit} />
        ) : (
          <table className="home-nudges">
            <thead>
              <tr>
                <th scope="col">Nudge</th>
                <th scope="col">Impressions</th>
                <th scope="col">Clicks</th>
                <th scope="col">
                  <abbr title="Click-through rate: clicks divided by impressions">CTR</abbr>
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
        {nudges.length > 0 && hidden > 0 && (
          <p className="home-nudges__more">
            Showing {nudges.length} of {formatCount(counts.published)}, in display order.{' '}
            <Link className="text-link" to="/popup-nudges/list?state=on">
              View all live popups
            </Link>
          </p>
        )}
      </section>
    </Panel>
  )
}
