import { CopyCode } from '#app/ui/copy-code.tsx'
import { Details } from '#app/ui/details.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { SmartWebhookView } from '#app/presenters/smart-webhooks/smart-webhook.server.ts'

type AddressPanelProps = {
  address: NonNullable<SmartWebhookView['address']>
  /** Something has arrived, so it's known there already. */
  isFolded?: boolean
}

/** Values that a merchant enters in the other service. */
export const AddressPanel = ({ address, isFolded = false }: AddressPanelProps) => (
  <Panel>
    {isFolded ? (
      <Details isRow className="folded" summary={<h2 className="part-title">Address</h2>}>
        <Address {...address} />
      </Details>
    ) : (
      <>
        <h2 className="part-title">Address</h2>
        <Address {...address} />
      </>
    )}
  </Panel>
)

const Address = ({ url, secret }: AddressPanelProps['address']) => (
  <>
    <p className="part-lead">
      Add it as a webhook in the other service, and send a test delivery from there. Anyone who
      knows it can send data in your name, so treat it like a password.
    </p>
    <div className="parts">
      <CopyCode code={url} name="webhook address" />
      {secret !== null && (
        <>
          <p className="part-lead">Enter this secret there as well:</p>
          <CopyCode code={secret} name="secret" />
        </>
      )}
    </div>
  </>
)
