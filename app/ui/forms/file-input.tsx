/**
 * The browser's native file field: accessible by keyboard everywhere, and shows the chosen file.
 */
import { useState, type ChangeEvent } from 'react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { Labelled } from '../kit/text-field.tsx'
import { fieldId, useFieldError } from './fields.tsx'

type FileInputProps = {
  name: string
  label: string
  /** The `accept` attribute: MIME types or extensions. */
  accept: string
  helpText: string
  /** A larger file isn't sent: the server would end the upload, which a browser shows as a lost connection. */
  maxBytes?: number
  answer: FormResponse | undefined
}

export function FileInput(props: FileInputProps) {
  const { name, label, accept, helpText, maxBytes = Infinity, answer } = props
  const id = fieldId(name)
  const [answered, dismiss] = useFieldError(answer?.errors, name)
  const [isTooLarge, setTooLarge] = useState(false)
  const error = isTooLarge
    ? `The file is larger than ${String(maxBytes / 1024 / 1024)} MB. Choose a smaller one.`
    : answered
  const check = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    dismiss()
    const isLarge = (input.files?.[0]?.size ?? 0) > maxBytes
    setTooLarge(isLarge)
    if (isLarge) input.value = ''
  }
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
        onChange={check}
      />
    </Labelled>
  )
}
