/**
 * The browser's native file field: accessible by keyboard everywhere, and shows the chosen file.
 */
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { Labelled } from '../kit/text-field.tsx'
import { fieldId, useFieldError } from './fields.tsx'

type FileInputProps = {
  name: string
  label: string
  /** The `accept` attribute: MIME types or extensions. */
  accept: string
  helpText: string
  answer: FormResponse | undefined
}

export function FileInput({ name, label, accept, helpText, answer }: FileInputProps) {
  const id = fieldId(name)
  const [error, dismiss] = useFieldError(answer?.errors, name)
  const helpId = `${id}HelpText`

  return (
    <Labelled {...{ id, label, error, helpText }}>
      <input
        id={id}
        name={name}
        type="file"
        accept={accept}
        className="file-input"
        aria-describedby={error ? `${id}Error ${helpId}` : helpId}
        aria-invalid={error !== false}
        onChange={dismiss}
      />
    </Labelled>
  )
}
