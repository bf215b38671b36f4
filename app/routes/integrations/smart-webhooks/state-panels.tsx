import { Details } from '#app/ui/details.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { ConfirmForm } from '#app/ui/forms/confirm-form.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Fold } from '#app/ui/folds/fold.tsx'

export const ActivatePanel = ({ hasMapping }: { hasMapping: boolean }) => (
  <Panel>
    <h2 className="part-title">Activate</h2>
    {hasMapping ? (
      <>
        <p className="part-lead">
          From then on, each delivery becomes what you saw above. Samples from before don’t, unless
          you process them again.
        </p>
        <ActionForm action="Activate" tone="primary" hidden={{ intent: 'activate' }} />
      </>
    ) : (
      <p className="part-lead">Save what the fields mean first. Then you can activate it.</p>
    )}
  </Panel>
)

export const StopPart = () => (
  <Details isRow summary={<Fold title="Stop" />}>
    <p className="part-lead">
      Deliveries are still answered, but they no longer become purchases, sign-ups, reviews or
      products. Data that arrived before stays.
    </p>
    <ActionForm action="Deactivate" hidden={{ intent: 'deactivate' }} />
  </Details>
)

export const DeletePart = ({ name }: { name: string }) => (
  <Details isRow summary={<Fold title="Delete" />}>
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
  </Details>
)
