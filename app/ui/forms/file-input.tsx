/**
 * The browser's native file field: accessible by keyboard everywhere, and shows the chosen file.
 */
import type { FormResponse } from '#app/lib/web/form-response.ts'
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
  const helpId = `${id}-help`
  const errorId = `${id}-error`

  return (
    <div className="file-input">
      <label className="file-input__label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        name={name}
        type="file"
        accept={accept}
        className="file-input__field"
        aria-describedby={error ? `${errorId} ${helpId}` : helpId}
        aria-invalid={error !== false}
        onChange={dismiss}
      />
      {error && (
        <p id={errorId} className="file-input__error">
          {error}
        </p>
      )}
      <p id={helpId} className="file-input__help">
        {helpText}
      </p>
    </div>
  )
}
