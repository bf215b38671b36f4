/** A group of checkboxes with one name and one heading. */
import { useState } from 'react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { Checkbox } from '../kit/checkbox.tsx'
import { InlineError } from '../kit/text-field.tsx'
import { fieldId, useFieldError } from './fields.tsx'

type ChoicesProps = {
  name: string
  /** Heading of the group. */
  label: string
  answer: FormResponse | undefined
  options: readonly { value: string; label: string }[]
  initial?: readonly string[]
  /** Chips: next to each other, for short labels. Letters: the same with each label's first one. */
  look?: 'list' | 'chips' | 'letters'
}

export function Choices({
  name,
  label,
  answer,
  options,
  initial = [],
  look = 'list',
}: ChoicesProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(initial))
  const [error, dismiss] = useFieldError(answer?.errors, name)
  const errorId = `${fieldId(name)}-error`

  const choose = (value: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(value)
    else next.delete(value)
    setChosen(next)
    dismiss()
  }

  return (
    <fieldset className="choices" {...(error === false ? {} : { 'aria-describedby': errorId })}>
      <legend className="choices__label">{label}</legend>
      {look === 'list' ? (
        options.map(({ value, label: text }, index) => (
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
              choose(value, isChosen)
            }}
          />
        ))
      ) : (
        <div className={`row gap-8 chips--${look}`}>
          {options.map(({ value, label: text }, index) => (
            <label
              key={value}
              className="chips__chip"
              title={look === 'letters' ? text : undefined}
            >
              <input
                type="checkbox"
                className="visually-hidden"
                id={`${fieldId(name)}-${String(index)}`}
                name={name}
                value={value}
                aria-label={text}
                aria-invalid={error !== false && index === 0}
                checked={chosen.has(value)}
                onChange={(event) => {
                  choose(value, event.target.checked)
                }}
              />
              <span aria-hidden>{look === 'letters' ? text.slice(0, 1) : text}</span>
            </label>
          ))}
        </div>
      )}
      {error !== false && <InlineError message={error} fieldID={fieldId(name)} />}
    </fieldset>
  )
}
