/** One of a few looks, each as a small picture of a card. */
import { useState } from 'react'
import { fieldId, useFieldError } from '#app/ui/forms/fields.tsx'
import { InlineError } from '#app/ui/kit/text-field.tsx'
import { useLate } from '#app/ui/use-late.ts'
import { useEditing } from '../field.tsx'
import type { CardLook } from './card-picture.tsx'

type Picture = {
  value: string
  label: string
  /** Absent: the usual card. */
  draws?: CardLook | undefined
}

type PicturedChoiceProps = {
  name: string
  label: string
  help?: string
  of: readonly Picture[]
  /** Absent: the choice is kept here. */
  chosen?: string | undefined
  onChoose?: (value: string) => void
}

/** Its choices have names, so browsers without a script do without. */
const loadPictures = () => import('./card-picture.tsx')

export function PicturedChoice(props: PicturedChoiceProps) {
  const { name, label, help, of, onChoose } = props
  const { values, answer } = useEditing()
  const pictures = useLate(loadPictures)
  const [kept, setKept] = useState(answer?.values[name] ?? values[name] ?? of[0]?.value ?? '')
  const chosen = props.chosen ?? kept
  const [error, dismiss] = useFieldError(answer?.errors, name)
  return (
    <fieldset className="choices">
      <legend className="choices__label">{label}</legend>
      <div className="design-gallery w-full">
        {of.map(({ value, label: text, draws }, index) => (
          <label key={value} className="design-gallery__choice">
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
            <span className="design-gallery__picture" aria-hidden>
              {pictures && <pictures.CardPicture look={draws} />}
            </span>
            <span className="design-gallery__name small">{text}</span>
          </label>
        ))}
      </div>
      {help && <p className="muted small">{help}</p>}
      {error !== false && <InlineError message={error} fieldID={fieldId(name)} />}
    </fieldset>
  )
}
