/** A corner of the window, or of the phone, chosen in a drawing of it. */
import { useState } from 'react'
import { positions } from '#app/contract/site-options.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { InlineError } from '../kit/text-field.tsx'
import { fieldId, useFieldError } from '../forms/fields.tsx'
import { positionLabels } from './position-labels.ts'

type PositionPickerProps = {
  name: string
  label: string
  device: 'desktop' | 'phone'
  initial: string
  /** Shown, but can't be changed, and isn't sent. */
  isDisabled?: boolean
  answer: FormResponse | undefined
}

export function PositionPicker(props: PositionPickerProps) {
  const { name, label, device, initial, isDisabled = false, answer } = props
  const [chosen, setChosen] = useState(answer?.values[name] ?? initial)
  const [error, dismiss] = useFieldError(answer?.errors, name)
  return (
    <fieldset className="choices" disabled={isDisabled}>
      <legend className="choices__label">{label}</legend>
      <div className={`position-picker__screen position-picker__screen--${device}`}>
        {positions.map((position, index) => (
          <label key={position} className="position-picker__place">
            <input
              type="radio"
              className="visually-hidden"
              {...(index === 0 ? { id: fieldId(name) } : {})}
              name={name}
              value={position}
              checked={chosen === position}
              onChange={() => {
                setChosen(position)
                dismiss()
              }}
            />
            <span aria-hidden className="position-picker__card" />
            <span className="visually-hidden">{positionLabels[position]}</span>
          </label>
        ))}
      </div>
      <p aria-hidden className="muted">
        {positions.map((position) => (chosen === position ? positionLabels[position] : ''))}
      </p>
      {error !== false && <InlineError message={error} fieldID={fieldId(name)} />}
    </fieldset>
  )
}
