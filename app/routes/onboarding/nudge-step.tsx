import { Form, Link, useNavigation } from '@remix-run/react'
import { Badge, Button } from '@shopify/polaris'
import type { ReadyType } from '#app/presenters/nudge-list/gallery.server.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { LiveStatus } from '#app/ui/live-status.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { usePolling } from '#app/ui/polling.ts'
import { SendPurchase } from './send-purchase.tsx'
import { SkipStep, StepScreen, type StepStates } from './step-screen.tsx'

const pollMillis = 3_000

export type FirstChoice = ReadyType & {
  /** What it would show today; null without data. */
  example: string | null
}

type NudgeStepProps = {
  way: StepStates
  answer: FormResponse | undefined
  site: { host: string }
  choices: readonly FirstChoice[]
  endpoint: string
  mayMakeToken: boolean
}

/** Types with data come first. Choosing one publishes nothing. */
export function NudgeStep({ way, answer, site, choices, ...sending }: NudgeStepProps) {
  usePolling(pollMillis)
  const isReady = choices.some(({ readiness }) => readiness.state === 'ready')

  return (
    <StepScreen
      step="nudge"
      way={way}
      title="Choose your first nudge"
      lead={`Each one shows visitors to ${site.host} something true. You’ll preview it before they see it.`}
    >
      <Panel>
        <div className="step__form">
          <FormMessage answer={answer} />
          <LiveStatus isDone={isReady}>
            {isReady
              ? 'You have data for the nudges marked “Ready”.'
              : 'No orders, sign-ups or reviews yet. This page updates automatically when the first one arrives.'}
          </LiveStatus>
          <ul className="first-nudges">
            {choices.map((choice, index) => (
              <Choice key={choice.type} choice={choice} isFirst={index === 0} />
            ))}
          </ul>
          <div className="step__actions">
            <SkipStep step="nudge" />
            <Link className="text-link" to="/popup-nudges">
              See all types
            </Link>
          </div>
        </div>
      </Panel>
      <SendPurchase {...sending} isDone={isReady} />
    </StepScreen>
  )
}

const tones = { ready: 'success', yours: 'info', needs: undefined } as const

function Choice({ choice, isFirst }: { choice: FirstChoice; isFirst: boolean }) {
  const { type, name, about, readiness, example } = choice
  const { state, formData } = useNavigation()
  const tone = tones[readiness.state]
  const isFilled = readiness.state !== 'needs'
  return (
    <li className="first-nudge">
      <div className="first-nudge__words">
        <h2 className="step__heading">{name}</h2>
        <p className="step__text">{about}</p>
        <p className="first-nudge__chip">
          <Badge {...(tone === undefined ? {} : { tone })}>{readiness.sentence}</Badge>
        </p>
        {example !== null && <p className="first-nudge__example">“{example}”</p>}
      </div>
      <Form method="post" action="/onboarding">
        <input type="hidden" name="intent" value="choose" />
        <input type="hidden" name="type" value={type} />
        <Button
          submit
          {...(isFirst && isFilled ? { variant: 'primary' as const } : {})}
          accessibilityLabel={`Use ${name}`}
          loading={state !== 'idle' && formData?.get('type') === type}
        >
          Use
        </Button>
      </Form>
    </li>
  )
}
