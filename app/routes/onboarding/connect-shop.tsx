import { isRunning } from '#app/presenters/integrations/health.ts'
import type { ConnectOffer } from '#app/presenters/onboarding/connect-offer.server.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'

/** The first way for orders to come in. Connecting leads back to this step. */
export const ConnectShop = ({ offer }: { offer: ConnectOffer }) => {
  const connected = offer.kind === 'found' ? offer.connected : null
  return (
    <Panel>
      <div className="stack gap-12">
        <h2 className="step__heading">{headingOf(offer)}</h2>
        <p className="step__text">
          {connected
            ? connectedText(connected)
            : 'Past orders are read, and new ones arrive automatically. No developer needed.'}
        </p>
        {offer.kind === 'found' && !connected && (
          <p>
            <Button variant="primary" url={addressOf(offer.name)}>
              Connect your shop
            </Button>
          </p>
        )}
        {offer.kind === 'choice' && (
          <ul className="row gap-8 plain-list">
            {offer.shops.map(({ name, service }) => (
              <li key={name}>
                <Button url={addressOf(name)} accessibilityLabel={`Connect ${service}`}>
                  {service}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}

const addressOf = (name: string) => `/integrations/${name}?setup=1`

function headingOf(offer: ConnectOffer): string {
  if (offer.kind === 'choice') return 'Connect your shop'
  const { connected, service } = offer
  if (connected === null) return `Connect your ${service} shop`
  return isRunning(connected.health.state)
    ? `${service} connected`
    : `${service}: ${connected.health.label}`
}

type ConnectedOffer = NonNullable<Extract<ConnectOffer, { kind: 'found' }>['connected']>

function connectedText({ health, isReadingPast }: ConnectedOffer): string {
  if (!isRunning(health.state)) return health.sentence
  return isReadingPast
    ? 'Past orders are being read, and new ones arrive automatically.'
    : 'New orders arrive automatically.'
}
