/** A group of checkboxes with one name and one heading. */
import { Checkbox, InlineError } from '@shopify/polaris'
import { useState } from 'react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { fieldId, useFieldError } from './fields.tsx'

type ChoicesProps = {
  name: string
  /** Heading of the group. */
  label: string
  answer: FormResponse | undefined
  options: readonly { value: string; label: string }[]
  initial?: readonly string[]
}

export function Choices({ name, label, answer, options, initial = [] }: ChoicesProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(initial))
  const [error, dismiss] = useFieldError(answer?.errors, name)
  const errorId = `${fieldId(name)}-error`

  return (
    <fieldset className="choices" {...(error === false ? {} : { 'aria-describedby': errorId })}>
      <legend className="choices__label">{label}</legend>
      {options.map(({ value, label: text }, index) => (
        <Checkbox
          key={value}
          id={`${fieldId(name)}-${String(index)}`}
          name={name}
          value={value}
          label={text}
          checked={chosen.has(value)}
          // The first one gets the focus when none was checked.
          error={error !== false && index === 0}
          onChange={(isChosen) => {
            const next = new Set(chosen)
            if (isChosen) next.add(value)
            else next.delete(value)
            setChosen(next)
            dismiss()
          }}
        />
      ))}
      {error !== false && <InlineError message={error} fieldID={fieldId(name)} />}
    </fieldset>
  )
}
