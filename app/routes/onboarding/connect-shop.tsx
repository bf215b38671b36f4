import { Button } from '@shopify/polaris'
import type { ConnectOffer } from '#app/presenters/onboarding/connect-offer.server.ts'
import { Panel } from '#app/ui/panel.tsx'

/** The first way for orders to come in. Connecting leads back to this step. */
export const ConnectShop = ({ name, service, isConnected }: ConnectOffer) => (
  <Panel>
    <h2 className="step__heading">
      {isConnected ? `${service} connected` : `Connect your ${service} shop`}
    </h2>
    <p className="step__text">
      {isConnected
        ? 'Past orders are being read, and new ones arrive automatically.'
        : 'Past orders are read, and new ones arrive automatically. No developer needed.'}
    </p>
    {!isConnected && (
      <p>
        <Button variant="primary" url={`/integrations/${name}?setup=1`}>
          Connect your shop
        </Button>
      </p>
    )}
  </Panel>
)
