import { productName } from '#app/lib/product.ts'
import { isRunning } from '#app/presenters/integrations/health.ts'
import type { ShopAnswer } from '#app/presenters/onboarding/shop-question.server.ts'
import { useHost } from '#app/browser/host.ts'
import { Details } from '#app/ui/details.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { LiveStatus } from '#app/ui/live-status.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { PlanGate } from '#app/ui/plan-gate.tsx'

type ShopWayProps = {
  answer: ShopAnswer
  /** Where connecting leads back to. */
  step: 'install' | 'nudge'
}

/** The one way in which the shop's orders arrive, with the work that it is. */
export function ShopWay({ answer, step }: ShopWayProps) {
  const { service, connected, app } = answer
  return (
    <Panel>
      <div className="stack gap-12">
        <h2 className="step__heading">{headingOf(answer)}</h2>
        {connected !== null && (
          <LiveStatus isDone={isRunning(connected.health.state)}>
            {describeConnected(connected)}
          </LiveStatus>
        )}
        {connected === null && app !== null && <App answer={answer} app={app} />}
        {connected === null && app !== null && (
          <Details summary={`Connect ${service} without the app`}>
            <div className="stack gap-12 mt-12">
              <Way answer={answer} step={step} isFirst={false} />
            </div>
          </Details>
        )}
        {connected === null && app === null && <Way answer={answer} step={step} isFirst />}
      </div>
    </Panel>
  )
}

function headingOf({ service, connected }: ShopAnswer): string {
  if (connected === null) return `Connect your ${service} shop`
  return isRunning(connected.health.state)
    ? `${service} connected`
    : `${service}: ${connected.health.label}`
}

function describeConnected({ health, isReadingPast }: NonNullable<ShopAnswer['connected']>) {
  if (!isRunning(health.state)) return health.sentence
  return isReadingPast
    ? 'Past orders are being read, and new ones arrive automatically.'
    : 'New orders arrive automatically.'
}

type AppProps = { answer: ShopAnswer; app: NonNullable<ShopAnswer['app']> }

const App = ({ answer: { service }, app: { takes, url } }: AppProps) => (
  <>
    <p className="step__text">
      <strong>{capitalized(takes)}.</strong> The {productName} app adds the pixel to your pages and
      sends your orders. Your shop gets a separate site in {productName}, so you can leave this
      setup.
    </p>
    {url === null ? (
      <p className="step__text">
        Install {productName} from the app marketplace in {service}.
      </p>
    ) : (
      <p>
        <Button variant="primary" url={url}>
          {`Install the app in ${service}`}
        </Button>
      </p>
    )}
  </>
)

type WayProps = ShopWayProps & {
  /** It is what the step is about. */
  isFirst: boolean
}

function Way({ answer, step, isFirst }: WayProps) {
  const { name, service, takes, orders, fields, neededPlan } = answer
  const { openTop } = useHost()
  const address = `/integrations/${name}?setup=${step === 'install' ? step : '1'}`
  return (
    <>
      <p className="step__text">
        <strong>{capitalized(takes)}.</strong> {orders}
      </p>
      <PlanGate plan={neededPlan}>
        {fields.length === 0 ? (
          <p>
            <Button url={address} {...(isFirst ? { variant: 'primary' as const } : {})}>
              {`Connect ${service}`}
            </Button>
          </p>
        ) : (
          <ActionForm<{ continueTo?: string }>
            to={address}
            hidden={{ way: answer.way }}
            action={`Continue to ${service}`}
            className="step__form"
            isDisabled={neededPlan !== null}
            {...(isFirst ? { tone: 'primary' as const } : {})}
            onDone={({ continueTo }) => {
              if (continueTo !== undefined) openTop(continueTo)
            }}
          >
            {(given) =>
              fields.map((field) => (
                <TextInput
                  key={field.name}
                  name={field.name}
                  label={field.label}
                  helpText={field.help ?? ''}
                  placeholder={field.placeholder ?? ''}
                  initial={field.value}
                  autoComplete="off"
                  answer={given}
                />
              ))
            }
          </ActionForm>
        )}
      </PlanGate>
    </>
  )
}

const capitalized = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
