/** The parts of a connection's screen that are about the connection itself. */
import { Link } from '@remix-run/react'
import type { ConnectionView } from '#app/presenters/integrations/connection.server.ts'
import type { SettingsField } from '#app/presenters/integrations/settings-fields.server.ts'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { ConfirmForm } from '#app/ui/forms/confirm-form.tsx'
import { formatCount } from '#app/ui/format/format-number.ts'
import { LiveStatus } from '#app/ui/live-status.tsx'
import { Panel } from '#app/ui/panel.tsx'
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
    isReading,
    isOfApp,
    accountUrl,
    now,
  } = view
  return (
    <Panel>
      <h2 className="part-title">Health</h2>
      <p className="health-line">
        <HealthBadge health={health} />{' '}
        <HealthNote health={health} lastRecordAt={lastRecordAt} now={now} />
      </p>
      <p className="part-lead">
        {health.sentence}{' '}
        {health.state === 'lost' && (
          <a className="text-link" href="#settings">
            Enter the details
          </a>
        )}
        {accountUrl !== null && (
          <a className="text-link" href={accountUrl} target="_blank" rel="noreferrer">
            Open your shop
          </a>
        )}
      </p>
      {isReading && (
        <LiveStatus isDone={false}>
          Reading data from {view.service}. Counts grow as it arrives.
        </LiveStatus>
      )}
      <dl className="counts">
        {brings.map((kind) => (
          <div key={kind} className="counts__one">
            <dt>{countLabels[kind].label}</dt>
            <dd>
              <Link className="text-link" to={countLabels[kind].to}>
                {formatCount(counts[kind])}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
      {skipped > 0 && (
        <p className="part-lead">
          {formatCount(skipped)} {skipped === 1 ? 'record was' : 'records were'} skipped because
          they can’t be used{problem === null ? ', for example for a missing date or title.' : '.'}
          {problem !== null && ` The last one: ${problem}`}
        </p>
      )}
      {isOfApp && (
        <p className="part-lead">
          Our app in {view.service} keeps this connection. To end it, uninstall the app there.
        </p>
      )}
      {mayChange && health.state === 'paused' && (
        <ActionForm action="Resume" hidden={{ intent: 'resume' }} tone="primary" />
      )}
      {mayChange && !isOfApp && pausable.has(health.state) && (
        <ActionForm action="Pause" hidden={{ intent: 'pause' }} />
      )}
    </Panel>
  )
}

const pausable: ReadonlySet<string> = new Set(['working', 'quiet', 'waiting', 'failing'])

const countLabels = {
  purchase: { label: 'Purchases', to: '/data-feeds?source=integration' },
  signup: { label: 'Sign-ups', to: '/data-feeds/signups?source=integration' },
  review: { label: 'Reviews', to: '/data-feeds/reviews?source=integration' },
  product: { label: 'Products', to: '/data-feeds/products' },
} as const

type PastePanelProps = { service: string; paste: { url: string; secret: string } }

export const PastePanel = ({ service, paste: { url, secret } }: PastePanelProps) => (
  <Panel>
    <h2 className="part-title">Enter this in {service}</h2>
    <p className="part-lead">
      Anyone who knows the address or the secret can send data in your name. Treat both like
      passwords.
    </p>
    <div className="parts">
      <CopyCode code={url} name="webhook address" />
      <CopyCode code={secret} name="secret" />
    </div>
  </Panel>
)

type AccountPanelProps = { service: string; fields: readonly SettingsField[]; isLost: boolean }

export const AccountPanel = ({ service, fields, isLost }: AccountPanelProps) => (
  <Panel>
    <h2 id="settings" tabIndex={-1} className="part-title">
      {isLost ? `Reconnect ${service}` : 'Settings'}
    </h2>
    <p className="part-lead">
      We check the details with {service} before we save them. Saved secrets are never shown again.
    </p>
    <ActionForm
      action={isLost ? 'Reconnect' : 'Check and save'}
      hidden={{ intent: 'settings' }}
      tone="primary"
    >
      {(answer) => <SettingsInputs fields={fields} answer={answer} />}
    </ActionForm>
  </Panel>
)

export const DisconnectPanel = ({ service }: { service: string }) => (
  <Panel>
    <h2 className="part-title">Disconnect</h2>
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
  </Panel>
)
