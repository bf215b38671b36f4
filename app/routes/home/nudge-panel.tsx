/** Nudges that visitors saw, as the pixel draws them now, with their numbers of the period. */
import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { HomeLive, HomeNudge } from '#app/presenters/home/home.server.ts'
import { formatCount, formatRate } from '#app/ui/format/format-number.ts'
import type { Days } from '#app/lib/days/counted-days.ts'
import { datedBy } from '#app/ui/charts/dated.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { firstNudgeOnly, Thumbnail } from '#app/ui/nudge-preview/thumbnail.tsx'
import { useCards } from '#app/ui/nudge-preview/use-cards.ts'
import { HomePanel } from './home-panel.tsx'

type NudgePanelProps = Pick<HomeLive, 'nudges' | 'seenCount' | 'counts' | 'period'> & {
  isPaused: boolean
  mayEdit: boolean
  /** Pauses all of them, and opens the site. */
  children: ReactNode
}

export function NudgePanel(props: NudgePanelProps) {
  const { nudges, seenCount, counts, period, isPaused, mayEdit, children } = props
  const payload = useCards(nudges.map(({ uuid }) => uuid))
  const isSeen = seenCount > 0
  const hidden = (isSeen ? seenCount : counts.published) - nudges.length
  return (
    <HomePanel
      id="nudges-heading"
      title={isSeen ? 'What visitors saw' : isPaused ? 'Published nudges' : 'Live nudges'}
      beside={
        <p className="muted small">
          Last {String(period.length)} days ·{' '}
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
              <Figures nudge={nudge} range={period.range} />
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

type FiguresProps = { nudge: HomeNudge; range: Days }

const Figures = ({ nudge: { uuid, name, surface, totals, rate }, range }: FiguresProps) => (
  <p className="row muted numbers home-facts" {...datedBy(range)}>
    {surfaces[surface]}
    {totals.impressions === 0 ? (
      <span>
        Not seen yet.{' '}
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
