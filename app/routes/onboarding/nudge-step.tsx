import { Link } from '@remix-run/react'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { queryDefaults } from '#app/contract/nudges.ts'
import type { OrderSource } from '#app/presenters/onboarding/order-sources.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { LiveStatus } from '#app/ui/live-status.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { usePolling } from '#app/ui/polling.ts'
import { BrandColor, type ColorOffer } from './brand-color.tsx'
import { BringOrders } from './bring-orders.tsx'
import { FirstChoices, type FirstChoice } from './first-choices.tsx'
import type { WaitingFile } from './orders-file.tsx'
import type { ThankYouPageProps } from './thank-you-page.tsx'
import { SkipStep, StepScreen, type StepStates } from './step-screen.tsx'
import { WaitingOrders, type WaitingOrder } from './waiting-orders.tsx'

const pollMillis = 3_000
/** Reviewing a file reads all of its rows, and waits for the owner anyway. */
const reviewPollMillis = 30_000

type NudgeStepProps = {
  way: StepStates
  answer: FormResponse | undefined
  site: { host: string }
  choices: readonly FirstChoice[]
  pictures: PixelPayload | null
  /** Orders that are too old to show. */
  hasOldOrders: boolean
  color: ColorOffer | null
  /** Uploaded orders that aren't imported yet. */
  file: WaitingFile | null
  easiest: OrderSource
  endpoint: string
  mayMakeToken: boolean
  /** Reported by a page, and not approved yet. */
  waiting: readonly WaitingOrder[]
} & ThankYouPageProps

/** A new nudge shows orders of these days. */
const firstDays = queryDefaults.ago / 86_400

/** Types with data come first. Choosing one publishes nothing. */
export function NudgeStep({ way, answer, site, choices, ...about }: NudgeStepProps) {
  const { pictures, color, waiting, hasOldOrders, ...sending } = about
  usePolling(sending.file === null ? pollMillis : reviewPollMillis)
  const isReady = choices.some(({ readiness }) => readiness.state === 'ready')

  return (
    <StepScreen
      step="nudge"
      way={way}
      title="Choose your first nudge"
      lead={`Each one shows visitors to ${site.host} something true. You’ll preview it before they see it.`}
    >
      {waiting.length > 0 && <WaitingOrders orders={waiting} />}
      <BringOrders {...sending} pictures={pictures} isDone={isReady} />
      <Panel>
        <div className="step__form">
          <FormMessage answer={answer} />
          <LiveStatus isDone={isReady}>
            {isReady
              ? 'You have data for the nudges marked “Ready”.'
              : hasOldOrders
                ? `All of your orders are older than ${String(firstDays)} days, so visitors wouldn’t see them. This page updates automatically when a newer one arrives.`
                : 'No orders, sign-ups or reviews yet. This page updates automatically when the first one arrives.'}
          </LiveStatus>
          {color !== null && <BrandColor {...color} />}
          <FirstChoices choices={choices} pictures={pictures} />
          <div className="step__actions">
            <SkipStep step="nudge" />
            <Link className="text-link" to="/popup-nudges">
              See all types
            </Link>
          </div>
        </div>
      </Panel>
    </StepScreen>
  )
}
