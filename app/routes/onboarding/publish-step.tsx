import { Link } from '@remix-run/react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { describeAwaited } from '#app/presenters/onboarding/awaited-data.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { NudgePreviewLink } from '#app/ui/nudge-preview/nudge-preview-link.tsx'
import { NudgePreview } from '#app/ui/nudge-preview/nudge-preview.tsx'
import { LiveStatus } from '#app/ui/live-status.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { usePolling } from '#app/ui/polling.ts'
import { CheckoutPages } from './checkout-pages.tsx'
import { MessageForm } from './message-form.tsx'
import { PublishForm } from './publish-form.tsx'
import { Published } from './published.tsx'
import type { PublishView, WaitingNudge } from './read-publish.server.ts'
import { examplePage, SamplePreview } from './sample-preview.tsx'
import { SkipStep, StepScreen, type StepStates } from './step-screen.tsx'
import { Waiting } from './waiting-nudge.tsx'

const pollMillis = 3_000

type PublishStepProps = PublishView & { way: StepStates; answer: FormResponse | undefined }

export function PublishStep({ way, answer, ...view }: PublishStepProps) {
  usePolling(pollMillis)
  const { site, nudge, payload, message, awaiting } = view
  const isWritten = message === null || message.text !== ''
  const { title, lead } = awaiting === null ? describeShown(view) : describeWaiting(view, awaiting)

  return (
    <StepScreen step="publish" way={way} title={title} lead={lead}>
      <Panel>
        <div className="step__form">
          {awaiting !== null && <Waiting {...{ site, nudge, awaiting }} />}
          {nudge.isPublished && <Published {...view} />}
          {!nudge.isPublished && message && (
            <MessageForm key={message.title + message.text} {...{ message, nudge, answer }} />
          )}
          {awaiting === null && isWritten && payload && (
            <>
              {examplePage(payload) === null ? (
                <NudgePreview payload={payload} empty="There’s nothing to show right now." />
              ) : (
                <SamplePreview payload={payload}>
                  The numbers are an example. Visitors only ever see real ones, and nothing while
                  they’re too low.
                </SamplePreview>
              )}
              {!nudge.isPublished && view.seenAt === null && <PixelMissing host={site.host} />}
              <NudgePreviewLink
                key={String(nudge.isPublished)}
                host={site.host}
                action={`/onboarding?nudge=${nudge.uuid}`}
                kind={nudge.isPublished ? 'visit' : 'preview'}
              />
            </>
          )}
          {awaiting?.example && (
            <SamplePreview payload={awaiting.example}>
              This data is made up. Only you see it, and only here.
            </SamplePreview>
          )}
        </div>
      </Panel>
      {!nudge.isPublished && (
        <Panel>
          <div className="step__form">
            <FormMessage answer={answer} />
            {isWritten && <CheckoutPages pages={view.checkoutPages} />}
            {isWritten && <PublishForm {...view} answer={answer} />}
            <SkipStep step="publish" />
          </div>
        </Panel>
      )}
    </StepScreen>
  )
}

/** Without it, no page shows anything. */
const PixelMissing = ({ host }: { host: string }) => (
  <LiveStatus isDone={false}>
    We haven’t heard from your pixel on {host} yet. You can publish now: it goes live with the
    pixel.{' '}
    <Link className="text-link" to="/onboarding?step=install">
      Install the pixel
    </Link>
  </LiveStatus>
)

type StepWords = { title: string; lead: string }

function describeShown({ site, nudge, seenAt }: PublishView): StepWords {
  const { typeName, isPublished } = nudge
  if (!isPublished) {
    return {
      title: 'Preview and publish',
      lead: `“${typeName}” as visitors to ${site.host} will see it.`,
    }
  }
  return seenAt === null
    ? {
        title: 'Your nudge is published',
        lead: `Visitors can’t see “${typeName}” yet. It goes live once the pixel is on ${site.host}.`,
      }
    : {
        title: 'Your nudge is live',
        lead: `“${typeName}” is live on ${site.host}. The checks below update automatically.`,
      }
}

function describeWaiting(
  { site, nudge: { typeName, isPublished } }: PublishView,
  { awaited }: WaitingNudge,
): StepWords {
  const { title, when } = describeAwaited(awaited)
  return isPublished
    ? {
        title,
        lead: `“${typeName}” is published, and visitors to ${site.host} don’t see it yet. It goes live ${when}.`,
      }
    : {
        title: 'Preview and publish',
        lead: `“${typeName}” has nothing to show on ${site.host} yet. You can publish it now: it goes live ${when}.`,
      }
}
