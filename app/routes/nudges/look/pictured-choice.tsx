/** One of a few looks, each as a small picture of a card. */
import { useState } from 'react'
import { fieldId, useFieldError } from '#app/ui/forms/fields.tsx'
import { InlineError } from '#app/ui/kit/text-field.tsx'
import { useEditing } from '../field.tsx'

type Picture = {
  value: string
  label: string
  /** Modifiers of the drawing in the style sheet. */
  draws: string
}

type PicturedChoiceProps = {
  name: string
  label: string
  of: readonly Picture[]
  /** Absent: the choice is kept here. */
  chosen?: string | undefined
  onChoose?: (value: string) => void
}

export function PicturedChoice(props: PicturedChoiceProps) {
  const { name, label, of, onChoose } = props
  const { values, answer } = useEditing()
  const [kept, setKept] = useState(answer?.values[name] ?? values[name] ?? of[0]?.value ?? '')
  const chosen = props.chosen ?? kept
  const [error, dismiss] = useFieldError(answer?.errors, name)
  return (
    <fieldset className="choices">
      <legend className="choices__label">{label}</legend>
      <div className="look-picture">
        {of.map(({ value, label: text, draws }, index) => (
          <label key={value} className="look-picture__choice">
            <input
              type="radio"
              className="visually-hidden"
              {...(index === 0 ? { id: fieldId(name) } : {})}
              name={name}
              value={value}
              checked={chosen === value}
              onChange={() => {
                setKept(value)
                onChoose?.(value)
                dismiss()
              }}
            />
            <span aria-hidden className={`look-picture__card ${draws}`}>
              <span className="look-picture__image" />
              <span className="look-picture__title" />
              <span className="look-picture__text" />
            </span>
            <span className="look-picture__label">{text}</span>
          </label>
        ))}
      </div>
      {error !== false && <InlineError message={error} fieldID={fieldId(name)} />}
    </fieldset>
  )
}
