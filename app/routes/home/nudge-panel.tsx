/** Nudges that visitors see now: each live nudge as the pixel draws it, with its week. */
import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { HomeLive, HomeNudge } from '#app/presenters/home/home.server.ts'
import { formatCount, formatRate } from '#app/ui/format/format-number.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { firstNudgeOnly, Thumbnail } from '#app/ui/nudge-preview/thumbnail.tsx'
import { useCards } from '#app/ui/nudge-preview/use-cards.ts'
import { HomePanel } from './home-panel.tsx'

type NudgePanelProps = Pick<HomeLive, 'nudges' | 'counts'> & {
  isPaused: boolean
  mayEdit: boolean
  /** Pauses all of them, and opens the site. */
  children: ReactNode
}

export function NudgePanel({ nudges, counts, isPaused, mayEdit, children }: NudgePanelProps) {
  const payload = useCards(nudges.map(({ uuid }) => uuid))
  const hidden = counts.published - nudges.length
  return (
    <HomePanel
      id="nudges-heading"
      title={isPaused ? 'Published nudges' : 'What visitors see now'}
      beside={
        <p className="muted small">
          Last 7 days ·{' '}
          <Link className="text-link" to="/popup-nudges/list?state=on">
            {hidden > 0 ? `${formatCount(hidden)} more in all nudges` : 'All nudges'}
          </Link>
        </p>
      }
    >
      <ul className="plain-list home-rows">
        {nudges.map((nudge) => (
          <li key={nudge.uuid} className="row home-nudge">
            <Thumbnail payload={firstNudgeOnly(payload, nudge.shortId)} label={nudge.name} />
            <div className="break-anywhere">
              <Link className="text-link" to={`/nudges/${nudge.uuid}`}>
                {nudge.name}
              </Link>
              <Figures nudge={nudge} />
            </div>
          </li>
        ))}
      </ul>
      <div className="gap-12 mt-16 home-foot">
        {mayEdit && <Button url="/popup-nudges">New nudge</Button>}
        {children}
      </div>
    </HomePanel>
  )
}

const surfaces = { popup: 'Popup', inline: 'In the page', push: 'Push' } as const

const Figures = ({ nudge: { uuid, name, surface, totals, rate } }: { nudge: HomeNudge }) => (
  <p className="row muted numbers home-facts">
    {surfaces[surface]}
    {totals.impressions === 0 ? (
      <span>
        Not seen in 7 days.{' '}
        <Link className="text-link" to={`/nudges/${uuid}`} aria-label={`Why? Checks of ${name}`}>
          Why?
        </Link>
      </span>
    ) : (
      <>
        <span>{formatCount(totals.impressions)} seen</span>
        <span>
          {formatCount(totals.clicks)} clicked ({formatRate(rate)})
        </span>
      </>
    )}
  </p>
)
