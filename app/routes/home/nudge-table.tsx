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
          // Narrow screens draw rows as grids, which costs them their table semantics without roles.
          <table className="home-nudges" role="table">
            <thead role="rowgroup">
              <tr role="row">
                <th scope="col" role="columnheader">
                  Nudge
                </th>
                <th scope="col" role="columnheader">
                  Impressions
                </th>
                <th scope="col" role="columnheader">
                  Clicks
                </th>
                <th scope="col" role="columnheader">
                  <abbr title="Click-through rate: clicks divided by impressions">CTR</abbr>
                </th>
              </tr>
            </thead>
            <tbody role="rowgroup">
              {nudges.map(({ uuid, name, totals, rate }) => (
                <tr key={uuid} role="row">
                  <th scope="row" role="rowheader">
                    <Link className="text-link" to={`/nudges/${uuid}`}>
                      {name}
                    </Link>
                  </th>
                  <td role="cell">{formatCount(totals.impressions)}</td>
                  <td role="cell">{formatCount(totals.clicks)}</td>
                  <td role="cell">{formatRate(rate)}</td>
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
