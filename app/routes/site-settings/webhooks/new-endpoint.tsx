/** Adds a webhook and shows its secret once. */
import { Link } from '@remix-run/react'
import { useState } from 'react'
import { Details } from '#app/ui/details.tsx'
import { Fold } from '#app/ui/folds/fold.tsx'
import { useFormFetcher } from '#app/ui/forms/form-fetcher.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { EndpointFields } from './endpoint-fields.tsx'
import { NewSecret } from './new-secret.tsx'

export type CreatedEndpoint = { uuid: string; secret: string }

/** @param isFirst whether the form begins open */
export function NewEndpoint({ isFirst }: { isFirst: boolean }) {
  const [beginsOpen] = useState(isFirst)
  const { Form, ref, answer: refused, done: made, isBusy } = useFormFetcher<CreatedEndpoint>()

  return (
    <Panel>
      <Details
        isRow
        className="folded"
        isOpen={beginsOpen || refused !== undefined || made !== undefined}
        summary={<Fold title="Add a webhook" />}
      >
        <p className="part-lead">Choose only the events that the program needs.</p>
        <div role="status">
          {made && (
            <div className="form">
              <NewSecret secret={made.secret} />
              <p>
                <Link className="text-link" to={`/site-settings/webhooks/${made.uuid}`}>
                  Open the webhook to send a test
                </Link>
              </p>
            </div>
          )}
        </div>
        {/* Starts an empty form after each new webhook. */}
        <Form key={made?.uuid ?? ''} ref={ref} method="post" className="form" noValidate>
          <FormMessage answer={refused} />
          <EndpointFields answer={refused} />
          <Button submit variant="primary" loading={isBusy}>
            Add webhook
          </Button>
        </Form>
      </Details>
    </Panel>
  )
}
