import { CopyCode } from '#app/ui/copy-code.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { SmartWebhookView } from '#app/presenters/smart-webhooks/smart-webhook.server.ts'

type AddressPanelProps = { address: NonNullable<SmartWebhookView['address']> }

/** What its owner enters in the other service. */
export const AddressPanel = ({ address: { url, secret } }: AddressPanelProps) => (
  <Panel>
    <h2 className="part-title">Address</h2>
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
  </Panel>
)
