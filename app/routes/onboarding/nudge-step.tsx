import { Form, Link, useNavigation } from '@remix-run/react'
import { Button, Checkbox } from '@shopify/polaris'
import { useState } from 'react'
import { defaultSiteOptions } from '#app/contract/site-options.ts'
import type { PurchasePreview } from '#app/domain/nudges/preview.server.ts'
import { LiveStatus } from '#app/ui/live-status.tsx'
import { NudgePreviewLink } from '#app/ui/nudge-preview-link.tsx'
import { NudgePreview } from '#app/ui/nudge-preview.tsx'
import { usePolling } from '#app/ui/polling.ts'
import { SendPurchase } from './send-purchase.tsx'
import { StepScreen } from './step-screen.tsx'
import { Panel } from '#app/ui/panel.tsx'

const pollMillis = 2_000

type NudgeStepProps = {
  site: { name: string; host: string }
  preview: PurchasePreview
  endpoint: string
  mayMakeToken: boolean
  isPublished: boolean
}

export function NudgeStep(props: NudgeStepProps) {
  const { site, preview, endpoint, mayMakeToken, isPublished } = props
  usePolling(pollMillis)
  const { payload, showable } = preview
  const hasPurchase = payload !== null && payload.nudges.length > 0

  return (
    <StepScreen
      step="nudge"
      title="Publish the purchase nudge"
      lead={`It tells visitors of ${site.host} about one real purchase at a time. No purchase, no nudge.`}
    >
      <Panel>
        <div className="step__form">
          <LiveStatus isDone={hasPurchase}>
            {!hasPurchase
              ? 'No purchase of the last 7 days yet. This page notices the first one by itself.'
              : `${purchases(showable)} of the last 7 days can be shown. The newest one will read:`}
          </LiveStatus>
          {payload && (
            <NudgePreview
              payload={payload}
              empty="Without a purchase there is nothing to tell: visitors see no nudge."
            />
          )}
          <NudgePreviewLink host={site.host} action="/onboarding" />
          {isPublished ? <Published host={site.host} /> : <Publish hasPurchase={hasPurchase} />}
        </div>
      </Panel>
      {!hasPurchase && <SendPurchase endpoint={endpoint} mayMakeToken={mayMakeToken} />}
    </StepScreen>
  )
}

function Publish({ hasPurchase }: { hasPurchase: boolean }) {
  const { state } = useNavigation()
  const [isMeasured, setIsMeasured] = useState(true)

  return (
    <>
      {!hasPurchase && (
        <p className="step__text">
          You can publish now: the nudge stays quiet until the first purchase comes in.
        </p>
      )}
      <Form method="post">
        <input type="hidden" name="intent" value="publish" />
        <Checkbox
          id="field-holdout"
          name="holdout"
          value="on"
          label={`Measure the effect: show nothing to ${String(defaultSiteOptions.holdout)} % of visitors`}
          helpText="Only a comparison with visitors who saw no nudge tells what nudges really change."
          checked={isMeasured}
          onChange={setIsMeasured}
        />
        <div className="step__actions">
          <Button submit variant="primary" size="large" loading={state !== 'idle'}>
            Publish nudge
          </Button>
          <Link className="text-link" to="/">
            Do this later
          </Link>
        </div>
      </Form>
    </>
  )
}

function Published({ host }: { host: string }) {
  return (
    <>
      <p className="step__text">The nudge is published on {host}.</p>
      <div className="step__actions">
        <Button variant="primary" size="large" url="/">
          Go to home
        </Button>
      </div>
    </>
  )
}

const purchases = (count: number) => (count === 1 ? '1 purchase' : `${String(count)} purchases`)
