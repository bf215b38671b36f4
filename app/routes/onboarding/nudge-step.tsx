import { Link } from '@remix-run/react'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { queryDefaults } from '#app/contract/nudges.ts'
import type { ConnectOffer } from '#app/presenters/onboarding/connect-offer.server.ts'
import type { OrderSource } from '#app/presenters/onboarding/order-sources.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { LiveStatus } from '#app/ui/live-status.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { usePolling } from '#app/ui/polling.ts'
import { Arrived, type ArrivedOrder, type ArrivedProps } from './arrived.tsx'
import { BrandColor, type ColorOffer } from './brand-color.tsx'
import { BringOrders } from './bring-orders.tsx'
import { FirstChoices, type FirstChoice } from './first-choices.tsx'
import type { ThankYouPageProps } from './thank-you-page.tsx'
import { SkipStep, StepScreen, type StepStates } from './step-screen.tsx'

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
  /** Why orders of the site's shop don't arrive. Null: they do, or it has none. */
  refusal: string | null
  color: ColorOffer | null
  easiest: OrderSource
  endpoint: string
  mayMakeToken: boolean
  connect: ConnectOffer | null
} & Pick<ArrivedProps, 'arrived' | 'waiting' | 'waitingCount' | 'file'> &
  ThankYouPageProps

/** A new nudge shows orders of these days. */
const firstDays = queryDefaults.ago / 86_400

const mostNewest = 3

export function NudgeStep({ way, answer, site, choices, ...about }: NudgeStepProps) {
  const { color, hasOldOrders, refusal, arrived, waiting, waitingCount, file, ...sending } = about
  const { pictures } = sending
  usePolling(file === null ? pollMillis : reviewPollMillis)
  const isReady = choices.some(({ readiness }) => readiness.state === 'ready')
  const hasArrived = isReady || waiting.length > 0 || file !== null

  return (
    <StepScreen
      step="nudge"
      way={way}
      title="Choose your first nudge"
      lead={`Each one shows visitors to ${site.host} something true. You’ll preview it before they see it.`}
    >
      {hasArrived && (
        <Panel>
          <Arrived
            {...{ isReady, arrived, waiting, waitingCount, file }}
            newest={listNewest(choices, pictures)}
          />
        </Panel>
      )}
      <BringOrders {...sending} hasFile={file !== null} isDone={isReady} />
      <Panel>
        <div className="step__form">
          <FormMessage answer={answer} />
          {!isReady && (
            <LiveStatus isDone={false}>
              {hasOldOrders
                ? `All of your orders are older than ${String(firstDays)} days, so visitors wouldn’t see them. This page updates automatically when a newer one arrives.`
                : (refusal ??
                  'No orders, sign-ups or reviews yet. This page updates automatically when the first one arrives.')}
            </LiveStatus>
          )}
          <FirstChoices choices={choices} pictures={pictures} />
          {color !== null && <BrandColor {...color} />}
          <div className="row gap-20">
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

/** From the picture of the nudge that shows orders. An example's aren't the shop's. */
function listNewest(
  choices: readonly FirstChoice[],
  pictures: PixelPayload | null,
): ArrivedOrder[] {
  const isReal = choices.some(({ type, isExample }) => type === 'purchase' && !isExample)
  const shown = isReal ? pictures?.nudges.find(({ id }) => id === 'purchase') : undefined
  return (shown?.items ?? []).slice(0, mostNewest).map(({ title, text }) => ({ title, text }))
}
