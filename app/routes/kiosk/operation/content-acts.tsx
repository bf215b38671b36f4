/**
 * Content with personal data masked, until a member of staff asks for all of it with a reason, and
 * what they can have done with it again.
 */
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FormBody } from '#app/ui/forms/form-body.tsx'
import { useFormFetcher } from '#app/ui/forms/form-fetcher.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { ActRows, type ActRow } from '../acts/act-rows.tsx'
import { ReasonInput } from '../acts/reason-input.tsx'

/** Answer of the action: what was asked for. */
export type FullContent = { id: string; content: string }

type ContentActsProps = {
  /** Id of the open content, as the response names it. */
  id: string
  /** Empty: there is no content. */
  masked: string
  hidden: Readonly<Record<string, string>>
  /** Null: it can’t be done again now. */
  again: Pick<ActRow, 'action' | 'about'> | null
}

export function ContentActs({ id, masked, hidden, again }: ContentActsProps) {
  const fetcher = useFormFetcher<FullContent>(undefined, { intent: 'open', ...hidden })
  const { Form, ref, answer, done, isBusy } = fetcher
  const full = done?.id === id ? done.content : null

  const opening = {
    intent: 'open',
    action: 'Show everything',
    about: 'Names, email addresses and secrets are shown to you alone, and the audit log says so.',
    form: (
      <Form ref={ref} method="post" className="form" noValidate>
        <FormBody answer={answer} hidden={{ intent: 'open', ...hidden }} round={0}>
          {(response) => <Reason answer={response} />}
        </FormBody>
        <Button submit loading={isBusy}>
          Show everything
        </Button>
      </Form>
    ),
  }
  const acts = [
    ...(masked === '' || full !== null ? [] : [opening]),
    ...(again === null
      ? []
      : [{ intent: 'again', ...again, form: <AgainForm action={again.action} hidden={hidden} /> }]),
  ]
  return (
    <>
      {masked !== '' && (
        <>
          <p className="part-lead" role="status">
            {full === null
              ? 'Personal data and secrets are masked.'
              : 'Everything is shown, including personal data. The audit log has an entry.'}
          </p>
          <pre
            className="copy-code copy-code__text kiosk-content-text"
            tabIndex={0}
            aria-label="Content"
          >
            {full ?? masked}
          </pre>
        </>
      )}
      {acts.length > 0 && <ActRows acts={acts} />}
    </>
  )
}

const AgainForm = ({ action, hidden }: Pick<ContentActsProps, 'hidden'> & { action: string }) => (
  <ActionForm hidden={{ intent: 'again', ...hidden }} action={action} tone="primary" clears>
    {(answer) => <Reason answer={answer} />}
  </ActionForm>
)

const Reason = ({ answer }: { answer: FormResponse | undefined }) => (
  <ReasonInput helpText="For the audit log. The organization doesn’t see it." answer={answer} />
)
