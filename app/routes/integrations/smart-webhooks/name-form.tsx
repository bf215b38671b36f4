import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'

type NameFormProps = { action: string; initial?: string }

/** The form that creates a smart webhook. */
export function NameForm({ action, initial = '' }: NameFormProps) {
  return (
    <ActionForm action={action} tone="primary" hidden={{ intent: 'create' }}>
      {(answer) => (
        <TextInput
          name="name"
          label="Name"
          helpText="Only you see it."
          autoComplete="off"
          answer={answer}
          initial={initial}
        />
      )}
    </ActionForm>
  )
}
