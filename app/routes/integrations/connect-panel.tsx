import { Link, useSearchParams } from '@remix-run/react'
import { aggregatorMissing } from '#app/domain/connections/faults.ts'
import type { OfferedChoice } from '#app/domain/connections/choose-account.server.ts'
import type { OfferedWay } from '#app/presenters/integrations/integration.server.ts'
import { useHost } from '#app/browser/host.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { SelectInput } from '#app/ui/forms/fields.tsx'
import { PlanGate } from '#app/ui/plan-gate.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { SettingsInputs } from './settings-inputs.tsx'

type ConnectPanelProps = {
  service: string
  /** The recommended one first. */
  ways: readonly OfferedWay[]
  /** The account or app that isn't set up here. */
  lacks: 'app' | 'aggregator' | null
  /** An account is connected already. */
  isFurther: boolean
  mayConnect: boolean
  /** The plan that includes the integration. Null: the current one does. */
  neededPlan: string | null
}

/** One way to connect, with links to the others: their fields have the same names. */
export function ConnectPanel(props: ConnectPanelProps) {
  const { service, ways, lacks, isFurther, mayConnect, neededPlan } = props
  const [query] = useSearchParams()
  const title = isFurther ? 'Connect another account' : `Connect ${service}`
  const chosen = ways.find(({ way }) => way === query.get('way')) ?? ways[0]
  return (
    <Panel>
      <h2 className="part-title">{title}</h2>
      {chosen === undefined && lacks === null && <FromTheirSide service={service} />}
      {chosen === undefined && lacks === 'aggregator' && (
        <p className="part-lead">
          {aggregatorMissing(service)} Until then, you can{' '}
          <Link className="text-link" to="/data-feeds/imports?kind=review">
            import reviews from a file
          </Link>
          .
        </p>
      )}
      {chosen === undefined && lacks === 'app' && (
        <p className="part-lead">
          Connecting by logging in to {service} isn’t set up on this installation. Ask its operator
          to register an app at {service}.
        </p>
      )}
      {chosen !== undefined && !mayConnect && (
        <p className="part-lead">Ask an editor in your organization to connect {service}.</p>
      )}
      {chosen !== undefined && mayConnect && (
        <>
          <PlanGate plan={neededPlan}>
            <Way key={chosen.way} way={chosen} service={service} isGated={neededPlan !== null} />
          </PlanGate>
          {ways
            .filter((one) => one !== chosen)
            .map(({ way }) => (
              <p key={way} className="mt-16">
                <Link
                  className="text-link"
                  to={`?way=${way}${query.has('setup') ? '&setup=1' : ''}`}
                  preventScrollReset
                >
                  {otherTitles[way]}
                </Link>
              </p>
            ))}
        </>
      )}
    </Panel>
  )
}

const otherTitles: Record<OfferedWay['way'], string> = {
  approve: 'Connect by approval instead',
  keys: 'Connect with keys instead',
  paste: 'Connect with an address to paste instead',
  oauth: 'Connect by logging in instead',
}

const buttonOf = (way: OfferedWay['way'], service: string) =>
  way === 'approve' || way === 'oauth'
    ? `Continue to ${service}`
    : way === 'paste'
      ? 'Create address'
      : `Connect ${service}`

type WayProps = {
  way: OfferedWay
  service: string
  /** The plan doesn't include it. */
  isGated: boolean
}

function Way({ way: { way, steps, fields }, service, isGated }: WayProps) {
  const { openTop } = useHost()
  return (
    <>
      <ol className="connect-steps stack gap-8 bullets prose mt-8 mb-20">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <ActionForm
        action={buttonOf(way, service)}
        tone="primary"
        hidden={{ way }}
        isDisabled={isGated}
        onDone={(done) => {
          if ('continueTo' in done) openTop(String(done.continueTo))
        }}
      >
        {(answer) => <SettingsInputs fields={fields} answer={answer} />}
      </ActionForm>
    </>
  )
}

/** Its app connects the shop when it is installed. */
const FromTheirSide = ({ service }: { service: string }) => (
  <p className="part-lead">
    Install our app in {service}. Your shop is connected as soon as you open the app there, and
    shows up on this page.
  </p>
)

type ChoosePanelProps = { service: string; choice: OfferedChoice & { uuid: string } }

/** After an approval by a login that covers several accounts: which one the site belongs to. */
export const ChoosePanel = ({ service, choice: { uuid, noun, accounts } }: ChoosePanelProps) => (
  <Panel>
    <h2 className="part-title">Choose your {noun}</h2>
    <p className="part-lead">
      Your {service} login manages more than one {noun}. Only data from the one you choose arrives
      here.
    </p>
    <ActionForm action={`Connect ${noun}`} tone="primary" hidden={{ choose: uuid }}>
      {(answer) => (
        <SelectInput
          name="account"
          label={`${noun.slice(0, 1).toUpperCase()}${noun.slice(1)}`}
          answer={answer}
          initial=""
          options={[
            { value: '', label: `Select ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}` },
            ...accounts.map(({ id, label }) => ({ value: id, label })),
          ]}
        />
      )}
    </ActionForm>
  </Panel>
)
