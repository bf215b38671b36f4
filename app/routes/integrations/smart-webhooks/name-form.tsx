import { useActionData } from '@remix-run/react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'

type NameFormProps = { action: string; initial?: string }

/** The form that creates a smart webhook. */
export function NameForm({ action, initial = '' }: NameFormProps) {
  const posted = useActionData<FormResponse>()
  return (
    <ActionForm action={action} tone="primary" hidden={{ intent: 'create' }}>
      {(answer) => (
        <TextInput
          name="name"
          label="Name"
          helpText="Only you see it."
          autoComplete="off"
          answer={answer ?? posted}
          initial={initial}
        />
      )}
    </ActionForm>
  )
}
