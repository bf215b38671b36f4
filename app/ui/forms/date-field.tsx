/**
 * A native date or time field. Browsers write dates in the language of their menus, so while no one
 * edits it, the field shows its value as all screens write it, where the browser allows that.
 */
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { TextField } from '../kit/text-field.tsx'
import type { DateFieldKind } from '../format/format-time.ts'
import { writtenDate } from './day-field.tsx'
import { fieldId, useFieldError, useTyped } from './fields.tsx'

type DateInputProps = {
  name: string
  label: string
  kind: DateFieldKind
  answer: FormResponse | undefined
  helpText?: string
  /** The stored value, as in HTML; absent for new input. */
  initial?: string
}

export function DateInput({ name, kind, answer, initial = '', ...rest }: DateInputProps) {
  const id = fieldId(name)
  const [value, setValue] = useTyped(id, answer?.values[name] ?? initial)
  const [error, dismiss] = useFieldError(answer?.errors, name)
  return (
    <div className="date-field" style={writtenDate(kind, value)}>
      <TextField
        {...rest}
        {...{ id, name, value, error }}
        type={kind}
        autoComplete="off"
        onChange={(typed) => {
          setValue(typed)
          dismiss()
        }}
      />
    </div>
  )
}
