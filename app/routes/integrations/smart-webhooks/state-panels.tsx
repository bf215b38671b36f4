import type { SmartState } from '#app/presenters/smart-webhooks/smart-webhook.server.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { ConfirmForm } from '#app/ui/forms/confirm-form.tsx'
import { Panel } from '#app/ui/panel.tsx'

type ActivatePanelProps = { state: SmartState; hasMapping: boolean }

export const ActivatePanel = ({ state, hasMapping }: ActivatePanelProps) =>
  state === 'active' ? (
    <Panel>
      <h2 className="part-title">Stop</h2>
      <p className="part-lead">
        Deliveries are still answered, and nothing is made of them. What arrived before stays.
      </p>
      <ActionForm action="Deactivate" hidden={{ intent: 'deactivate' }} />
    </Panel>
  ) : (
    <Panel>
      <h2 className="part-title">Activate</h2>
      {hasMapping ? (
        <>
          <p className="part-lead">
            From then on, each delivery becomes what you saw above. Samples from before don’t,
            unless you process them again.
          </p>
          <ActionForm action="Activate" tone="primary" hidden={{ intent: 'activate' }} />
        </>
      ) : (
        <p className="part-lead">Save what the fields mean first. Then you can activate it.</p>
      )}
    </Panel>
  )

export const DeletePanel = ({ name }: { name: string }) => (
  <Panel>
    <h2 className="part-title">Delete</h2>
    <ConfirmForm
      hidden={{ intent: 'delete' }}
      action="Delete smart webhook"
      title={`Delete ${name}?`}
      confirm="Delete"
    >
      <ul>
        <li>Its address stops working, and its fields and deliveries are deleted.</li>
        <li>Purchases, sign-ups, reviews and products that arrived before stay.</li>
      </ul>
    </ConfirmForm>
  </Panel>
)
