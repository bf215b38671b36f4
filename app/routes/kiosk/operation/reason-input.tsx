/** Why a member of staff acts. */
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { TextInput } from '#app/ui/forms/fields.tsx'

export const ReasonInput = ({ answer }: { answer: FormResponse | undefined }) => (
  <TextInput
    name="reason"
    label="Reason"
    helpText="For the audit log. The organization doesn’t see it."
    autoComplete="off"
    answer={answer}
  />
)
