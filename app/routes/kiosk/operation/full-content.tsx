/** Content with personal data masked, until a member of staff asks for all of it with a reason. */
import { useActionData } from '@remix-run/react'
import { Button } from '@shopify/polaris'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { Details } from '#app/ui/details.tsx'
import { FormBody } from '#app/ui/forms/form-body.tsx'
import { useFormFetcher } from '#app/ui/forms/form-fetcher.ts'
import { ReasonInput } from './reason-input.tsx'

/** Answer of the action: what was asked for. */
export type FullContent = { id: string; content: string }

type FullContentFormProps = {
  /** Of what is open, as the answer names it. */
  id: string
  masked: string
  hidden: Readonly<Record<string, string>>
}

export function FullContentForm({ id, masked, hidden }: FullContentFormProps) {
  const { Form, ref, answer, done, isBusy } = useFormFetcher<FullContent>()
  const posted = useActionData<FullContent | FormResponse>()
  const given = done ?? (posted && 'content' in posted ? posted : undefined)
  const full = given?.id === id ? given.content : null
  return (
    <>
      <p className="part-lead" role="status">
        {full === null
          ? 'Personal data and secrets are masked.'
          : 'Everything is shown, including personal data. The audit log has an entry.'}
      </p>
      <pre className="kiosk-content-text" tabIndex={0} aria-label="Content">
        {full ?? masked}
      </pre>
      {full === null && (
        <Details isRow summary="Show everything" group="operation-acts">
          <Form ref={ref} method="post" className="form" noValidate>
            <FormBody answer={answer} hidden={{ intent: 'open', ...hidden }} round={0}>
              {(response) => <ReasonInput answer={response} />}
            </FormBody>
            <Button submit loading={isBusy}>
              Show everything
            </Button>
          </Form>
        </Details>
      )}
    </>
  )
}
