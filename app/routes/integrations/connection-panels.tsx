/** The parts of a connection's screen that are about the connection itself. */
import { Form, Link } from '@remix-run/react'
import type { ConnectionView } from '#app/presenters/integrations/connection.server.ts'
import type { HealthState } from '#app/presenters/integrations/health.ts'
import type { SettingsField } from '#app/presenters/integrations/settings-fields.server.ts'
import { GateLink } from '#app/ui/billing/gate-link.tsx'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { Details } from '#app/ui/details.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { ConfirmForm } from '#app/ui/forms/confirm-form.tsx'
import { formatCount } from '#app/ui/format/format-number.ts'
import { LiveStatus } from '#app/ui/live-status.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Fold } from '#app/ui/folds/fold.tsx'
import { FormDetails } from '#app/ui/forms/form-details.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { HealthBadge, HealthNote } from './health-line.tsx'
import { SettingsInputs } from './settings-inputs.tsx'

type HealthPanelProps = { view: ConnectionView; mayChange: boolean }

/** How it is, what arrived so far, and pausing. */
export function HealthPanel({ view, mayChange }: HealthPanelProps) {
  const {
    health,
    lastRecordAt,
    counts,
    brings,
    skipped,
    problem,
    isReadingPast,
    isAggregated,
    reviewsLimit,
    isOfApp,
    accountUrl,
    now,
  } = view
  return (
    <Panel>
      <h2 className="part-title">Health</h2>
      <p className="mt-8 mb-8">
        <HealthBadge health={health} />{' '}
        <HealthNote health={health} lastRecordAt={lastRecordAt} now={now} />
      </p>
      <p className="part-lead">
        {health.sentence}{' '}
        {health.state === 'lost' && <ReconnectHelp view={view} mayChange={mayChange} />}
        {health.state === 'ended' && mayChange && (
          <Link className="text-link" to={`/integrations/${view.name}`}>
            Connect {view.service} again
          </Link>
        )}
        {health.state === 'plan' && <PlanHelp plan={view.neededPlan} />}
        {accountUrl !== null && (
          <a className="text-link" href={accountUrl} target="_blank" rel="noreferrer">
            Open your shop
          </a>
        )}
      </p>
      {isAggregated && health.state === 'waiting' ? (
        <p className="part-lead">
          Reading a page for the first time takes up to a few hours. You can close this screen.
        </p>
      ) : (
        isReadingPast && (
          <LiveStatus isDone={false}>
            Reading past data from {view.service}. Counts grow as it arrives.
          </LiveStatus>
        )
      )}
      <dl className="counts row">
        {brings.map((kind) => (
          <div key={kind}>
            <dt className="muted">{countLabels[kind].label}</dt>
            <dd>
              {counts[kind] === 0 ? (
                0
              ) : (
                <Link className="text-link" to={countLabels[kind].to}>
                  {formatCount(counts[kind])}
                </Link>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {skipped > 0 && (
        <p className="part-lead">
          {formatCount(skipped)} {skipped === 1 ? 'record was' : 'records were'} skipped because
          they can’t be used{problem === null ? ', for example for a missing date or title.' : '.'}
          {problem !== null && ` The latest problem: ${problem}`}
        </p>
      )}
      {skipped === 0 && problem !== null && <p className="part-lead">{problem}</p>}
      {reviewsLimit !== null && (
        <p className="part-lead">
          {reviewsLimit === 1
            ? 'Your plan includes the newest review.'
            : `Your plan includes the ${formatCount(reviewsLimit)} newest reviews.`}
        </p>
      )}
      {isOfApp && (
        <p className="part-lead">
          Our app in {view.service} keeps this connection. To end it, uninstall the app there.
        </p>
      )}
      {mayChange && <HealthActs state={health.state} isOfApp={isOfApp} />}
    </Panel>
  )
}

/** To the form below, which an app’s connection doesn’t have. */
function ReconnectHelp({ view: { service, isOfApp }, mayChange }: HealthPanelProps) {
  if (isOfApp) return null
  if (!mayChange) return `Ask an editor in your organization to reconnect ${service}.`
  return (
    <a className="text-link" href="#settings">
      Reconnect {service}
    </a>
  )
}

/** To the plans, or to support when none of them has it. */
const PlanHelp = ({ plan }: { plan: string | null }) =>
  plan ? (
    <GateLink />
  ) : (
    <Link className="text-link" to="/support">
      Contact support to add it
    </Link>
  )

/** Next to each other: each is a form of its own. */
const HealthActs = ({ state, isOfApp }: { state: HealthState; isOfApp: boolean }) => (
  <div className="health-acts row gap-8">
    {state === 'paused' && (
      <ActionForm action="Resume" hidden={{ intent: 'resume' }} tone="primary" />
    )}
    {!isOfApp && state === 'failing' && (
      <ActionForm action="Try now" hidden={{ intent: 'retry' }} tone="primary" />
    )}
    {!isOfApp && pausable.has(state) && <ActionForm action="Pause" hidden={{ intent: 'pause' }} />}
  </div>
)

const pausable: ReadonlySet<HealthState> = new Set(['working', 'quiet', 'waiting', 'failing'])

const countLabels = {
  purchase: { label: 'Purchases', to: '/data-feeds?source=integration' },
  signup: { label: 'Sign-ups', to: '/data-feeds/signups?source=integration' },
  review: { label: 'Reviews', to: '/data-feeds/reviews?source=integration' },
  product: { label: 'Products', to: '/data-feeds/products' },
} as const

type PastePanelProps = {
  service: string
  paste: { url: string; secret: string }
  /** Something has arrived, so both are known there already. */
  isFolded: boolean
}

export const PastePanel = ({ service, paste: { url, secret }, isFolded }: PastePanelProps) => (
  <Panel>
    <Details
      isRow
      className="folded"
      isOpen={!isFolded}
      summary={<Fold title={`Enter this in ${service}`} />}
    >
      <p className="part-lead">
        Anyone who knows the address or the secret can send data in your name. Treat both like
        passwords.
      </p>
      <div className="parts">
        <CopyCode code={url} name="webhook address" />
        <CopyCode code={secret} name="secret" />
      </div>
    </Details>
  </Panel>
)

type AccountPartProps = {
  service: string
  fields: readonly SettingsField[]
  isLost: boolean
  /** Its reviews come from a public page, which isn't read before it is saved. */
  isAggregated: boolean
}

export const AccountPart = ({ service, fields, isLost, isAggregated }: AccountPartProps) => (
  <FormDetails
    hidden={{ intent: 'settings' }}
    isRow
    isOpen={isLost}
    summary={<Fold id="settings" title={isLost ? `Reconnect ${service}` : 'Settings'} />}
  >
    <p className="part-lead">
      {isAggregated
        ? 'Reviews of another page arrive within hours. Those that arrived before stay.'
        : `We check the details with ${service} before we save them. Saved secrets are never shown again.`}
    </p>
    <ActionForm
      action={isLost ? 'Reconnect' : isAggregated ? 'Save' : 'Check and save'}
      hidden={{ intent: 'settings' }}
      tone="primary"
    >
      {(answer) => <SettingsInputs fields={fields} answer={answer} />}
    </ActionForm>
  </FormDetails>
)

type ReconnectPanelProps = { service: string; name: string; uuid: string }

/** Leads to the service by the integration's own page, which explains what goes wrong. */
export const ReconnectPanel = ({ service, name, uuid }: ReconnectPanelProps) => (
  <Panel>
    <h2 id="settings" tabIndex={-1} className="part-title">
      Reconnect {service}
    </h2>
    <p className="part-lead">
      Approve the same account in {service} again. This connection keeps all its data.
    </p>
    <Form method="post" action={`/integrations/${name}`}>
      <input type="hidden" name="way" value="oauth" />
      <input type="hidden" name="reconnects" value={uuid} />
      <Button submit variant="primary">
        Continue to {service}
      </Button>
    </Form>
  </Panel>
)

export const DisconnectPart = ({ service }: { service: string }) => (
  <Details isRow summary={<Fold title="Disconnect" />}>
    <p className="part-lead">
      Nothing new arrives after that. Purchases, sign-ups, reviews and products that arrived before
      stay, and your nudges keep showing them while they are recent enough. You can delete single
      ones under Data feeds.
    </p>
    <ConfirmForm
      hidden={{ intent: 'disconnect' }}
      action={`Disconnect ${service}`}
      title={`Disconnect ${service}?`}
      confirm="Disconnect"
    >
      <ul>
        <li>{service} is asked to send nothing more, and the saved access is deleted.</li>
        <li>The list of deliveries is deleted.</li>
        <li>Data that arrived before stays.</li>
      </ul>
    </ConfirmForm>
  </Details>
)
