import { Link } from '@remix-run/react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { NudgePreviewLink } from '#app/ui/nudge-preview/nudge-preview-link.tsx'
import { NudgePreview } from '#app/ui/nudge-preview/nudge-preview.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { usePolling } from '#app/ui/polling.ts'
import { MessageForm } from './message-form.tsx'
import { PublishForm } from './publish-form.tsx'
import { Published } from './published.tsx'
import type { PublishView } from './read-publish.server.ts'
import { SkipStep, StepScreen, type StepStates } from './step-screen.tsx'

const pollMillis = 3_000

type PublishStepProps = PublishView & { way: StepStates; answer: FormResponse | undefined }

export function PublishStep({ way, answer, ...view }: PublishStepProps) {
  usePolling(pollMillis)
  const { site, nudge, payload, message } = view
  const { typeName: name } = nudge
  const isWritten = message === null || message.text !== ''
  const isShown = payload !== null && payload.nudges.length > 0

  return (
    <StepScreen
      step="publish"
      way={way}
      title={nudge.isPublished ? 'Your nudge is live' : 'Preview and publish'}
      lead={
        nudge.isPublished
          ? `“${name}” is live on ${site.host}. The checks below update automatically.`
          : `“${name}” as visitors to ${site.host} will see it.`
      }
    >
      <Panel>
        <div className="step__form">
          {nudge.isPublished && <Published {...view} isShown={isShown} />}
          {!nudge.isPublished && message && <MessageForm {...{ message, nudge, answer }} />}
          {isWritten && payload && (
            <NudgePreview
              payload={payload}
              empty="There’s no data to show yet. Visitors won’t see this nudge until the first order, sign-up or review arrives."
            />
          )}
          {isWritten && (
            <NudgePreviewLink
              key={String(nudge.isPublished)}
              host={site.host}
              action={`/onboarding?nudge=${nudge.uuid}`}
              kind={nudge.isPublished ? 'visit' : 'preview'}
            />
          )}
          {!nudge.isPublished && isWritten && !isShown && (
            <p className="step__text">
              You can publish now. The nudge stays hidden until there’s data to show.{' '}
              <Link className="text-link" to="/onboarding?step=nudge">
                Learn how to send data
              </Link>
            </p>
          )}
        </div>
      </Panel>
      {!nudge.isPublished && (
        <Panel>
          <div className="step__form">
            <FormMessage answer={answer} />
            {isWritten && <PublishForm {...view} answer={answer} />}
            <SkipStep step="publish" />
          </div>
        </Panel>
      )}
    </StepScreen>
  )
}
