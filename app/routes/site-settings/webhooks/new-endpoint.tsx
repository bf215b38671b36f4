/** Adds a webhook and shows its secret once. */
import { Link } from '@remix-run/react'
import { useState } from 'react'
import { Fold } from '#app/ui/folds/fold.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FormDetails } from '#app/ui/forms/form-details.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { EndpointFields } from './endpoint-fields.tsx'
import { NewSecret } from './new-secret.tsx'

export type CreatedEndpoint = { uuid: string; secret: string }

/** @param isFirst whether the form begins open */
export function NewEndpoint({ isFirst }: { isFirst: boolean }) {
  const [beginsOpen] = useState(isFirst)

  return (
    <Panel>
      <FormDetails
        hidden={{}}
        isRow
        className="folded"
        isOpen={beginsOpen}
        summary={<Fold title="Add a webhook" />}
      >
        <p className="part-lead">Choose only the events that the program needs.</p>
        <ActionForm<CreatedEndpoint>
          action="Add webhook"
          tone="primary"
          clears
          result={({ uuid, secret }) => (
            <div className="form">
              <NewSecret secret={secret} />
              <p>
                <Link className="text-link" to={`/site-settings/webhooks/${uuid}`}>
                  Open the webhook to send a test
                </Link>
              </p>
            </div>
          )}
        >
          {(answer) => <EndpointFields answer={answer} />}
        </ActionForm>
      </FormDetails>
    </Panel>
  )
}
