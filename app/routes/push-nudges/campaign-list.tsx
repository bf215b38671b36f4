/** Campaigns, one line each on phones as well. */
import { Link } from '@remix-run/react'
import type { ListedCampaign } from '#app/presenters/push/campaigns.server.ts'
import { stateWords } from '#app/presenters/push/words.ts'
import { countWithNoun } from '#app/ui/format/format-number.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'

type CampaignListProps = { campaigns: readonly ListedCampaign[]; now: Date }

export const CampaignList = ({ campaigns, now }: CampaignListProps) => (
  <ul className="push-campaigns plain-list">
    {campaigns.map((campaign) => (
      <li key={campaign.uuid}>
        <span className="push-campaigns__name">
          <Link className="text-link strong" to={`/push-nudges/campaigns/${campaign.uuid}`}>
            {campaign.name}
          </Link>
          <span className="push-campaigns__more muted small" dir="auto">
            {' '}
            {campaign.title}
          </span>
        </span>
        <StateBadge state={campaign.state} />
        <span className="numbers nowrap">
          {campaign.state === 'draft' ? (
            <span className="muted">
              <RelativeTime at={campaign.updatedAt} now={now} />
            </span>
          ) : (
            <>
              {countWithNoun(campaign.totals.accepted, 'message')}
              <span className="push-campaigns__more muted">
                , {countWithNoun(campaign.totals.clicked, 'click')}
              </span>
            </>
          )}
        </span>
      </li>
    ))}
  </ul>
)

export function StateBadge({ state }: Pick<ListedCampaign, 'state'>) {
  const { label, tone } = stateWords[state]
  return <Badge {...(tone === undefined ? {} : { tone })}>{label}</Badge>
}
