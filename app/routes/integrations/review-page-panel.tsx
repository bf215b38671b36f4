import type { ReviewPageView } from '#app/presenters/integrations/review-page.ts'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { formatCount } from '#app/ui/format/format-number.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Panel } from '#app/ui/panel.tsx'

type ReviewPagePanelProps = { service: string; view: ReviewPageView; mayChange: boolean }

/** Whether the page is the site's, and how its owner can show that. */
export function ReviewPagePanel({ service, view, mayChange }: ReviewPagePanelProps) {
  const { page, siteHost, checkedAt, isProved, sentence, ways } = view
  return (
    <Panel>
      <h2 className="part-title">{isProved ? 'Your review page' : 'Verify your review page'}</h2>
      <p className="mt-8 mb-8">
        {isProved ? (
          <Badge tone="success">Verified</Badge>
        ) : (
          <Badge tone="attention">Not verified</Badge>
        )}{' '}
        {checkedAt && <span className="muted small">Checked {formatDateTime(checkedAt)}</span>}
      </p>
      <p className="part-lead break-anywhere">
        {sentence}{' '}
        <a className="text-link" href={page} target="_blank" rel="noreferrer">
          Open page on {service}
        </a>
      </p>
      {!isProved && (
        <>
          <p className="part-lead">
            Visitors don’t see its reviews until we know that the page belongs to {siteHost}.
            {ways.link || ways.website || ways.code !== null
              ? ' Choose one way:'
              : ' Connect the page of your domain.'}
          </p>
          <ul className="prose mb-8">
            {ways.website && (
              <li>
                Change the website of your page on {service} to {siteHost}.
              </li>
            )}
            {ways.link && (
              <li className="break-anywhere">
                Link to {page} on your home page, for example in its footer.
              </li>
            )}
            {ways.code !== null && (
              <li>
                Answer {reviewToAnswer(ways.newest)} on {service} as the owner, with the code below.
                You can delete the answer once the page is verified. We read answers when we read
                reviews, so this can take a day.
              </li>
            )}
          </ul>
          {ways.code !== null && mayChange && <CopyCode code={ways.code} name="code" />}
        </>
      )}
      {mayChange && (
        <div className="health-acts row gap-8">
          <ActionForm
            action="Check again"
            hidden={{ intent: 'check-page' }}
            {...(isProved ? {} : { tone: 'primary' as const })}
          />
        </div>
      )}
    </Panel>
  )
}

/** The plan's newest reviews are read, and no answers to others. */
const reviewToAnswer = (newest: number) =>
  newest === 1 ? 'your newest review' : `one of your ${formatCount(newest)} newest reviews`
