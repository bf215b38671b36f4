import { fieldId } from '#app/ui/forms/fields.tsx'
import type { Choice } from '#app/presenters/smart-webhooks/words.ts'
import type { Editing } from './editing.ts'

type PlainSelectProps = {
  name: string
  label: string
  editing: Editing
  choices: readonly Choice[]
  /** Label of the empty choice. Absent: there is none. */
  none?: string
  /** It can be filled from the sample. */
  isPath?: boolean
  error?: string | undefined
  isLabelHidden?: boolean
}

/** A select of the browser: a screen has dozens, with up to hundreds of choices each. */
export function PlainSelect(props: PlainSelectProps) {
  const { name, label, editing, choices, none, isPath = false, error, isLabelHidden } = props
  const { values, change, focus, isDisabled } = editing
  const id = fieldId(name)
  return (
    <div className="plain-field stack gap-4 min-w-0">
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : ''}>
        {label}
      </label>
      <select
        id={id}
        name={name}
        className="plain-field__input"
        value={values[name] ?? ''}
        disabled={isDisabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onFocus={isPath ? () => focus(name) : undefined}
        onChange={({ target }) => change(name, target.value)}
      >
        {none !== undefined && <option value="">{none}</option>}
        {choices.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {error && (
        <span id={`${id}-error`} className="bad">
          {error}
        </span>
      )}
    </div>
  )
}

type PlainInputProps = {
  name: string
  label: string
  editing: Editing
  isLabelHidden?: boolean
}

export function PlainInput({ name, label, editing, isLabelHidden }: PlainInputProps) {
  const { values, change, isDisabled } = editing
  const id = fieldId(name)
  return (
    <div className="plain-field stack gap-4 min-w-0">
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : ''}>
        {label}
      </label>
      <input
        id={id}
        name={name}
        className="plain-field__input"
        autoComplete="off"
        value={values[name] ?? ''}
        disabled={isDisabled}
        onChange={({ target }) => change(name, target.value)}
      />
    </div>
  )
}
