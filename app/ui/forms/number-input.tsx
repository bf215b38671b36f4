/** Field for a whole number within bounds, which its help names. */
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { TextInput } from './fields.tsx'

type NumberInputProps = {
  name: string
  label: string
  /** Bounds, both allowed. Absent: the help says what is allowed. */
  from?: number
  to?: number
  /** The stored number. Null: none, the field can be left blank. */
  initial: number | null
  /** Follows the bounds. */
  help?: string
  answer: FormResponse | undefined
}

export const NumberInput = ({ from, to, initial, help, ...field }: NumberInputProps) => {
  const bounds =
    from === undefined || to === undefined ? [] : [`Between ${String(from)} and ${String(to)}.`]
  const sentences = [...bounds, ...(help === undefined ? [] : [help])]
  return (
    <TextInput
      {...field}
      autoComplete="off"
      inputMode="numeric"
      initial={initial === null ? '' : String(initial)}
      {...(sentences.length > 0 ? { helpText: sentences.join(' ') } : {})}
    />
  )
}
