/** Why a member of staff acts. */
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { TextInput } from '#app/ui/forms/fields.tsx'

type ReasonInputProps = {
  answer: FormResponse | undefined
  /** Who reads it. */
  helpText: string
}

export const ReasonInput = ({ answer, helpText }: ReasonInputProps) => (
  <TextInput
    name="reason"
    label="Reason"
    helpText={helpText}
    autoComplete="off"
    lines={2}
    answer={answer}
  />
)
