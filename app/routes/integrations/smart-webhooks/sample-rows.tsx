import { useState } from 'react'
import { fieldId } from '#app/ui/forms/fields.tsx'
import type { PickerRow } from '#app/presenters/smart-webhooks/sample-picker.ts'
import { pathChoices, type Editing } from './editing.ts'

type SampleRowsProps = {
  rows: readonly PickerRow[]
  editing: Editing
  /** Name of the field that a row fills. Null: none had the focus yet, or there is no script. */
  focused: string | null
}

/** The values of a delivery. A press on one fills the field that was focused last. */
export function SampleRows({ rows, editing, focused }: SampleRowsProps) {
  const [message, setMessage] = useState('')
  if (rows.length === 0) {
    return <p className="part-lead">The values of a sample appear here once one has arrived.</p>
  }
  const fill = (row: PickerRow) => {
    if (focused === null) return
    const isFitting = pathChoices(editing, focused).some(({ value }) => value === row.path)
    if (row.path === null || !isFitting) {
      setMessage(`“${row.label}” can’t fill this field. Choose one from its list.`)
      return
    }
    editing.change(focused, row.path)
    setMessage(`Filled with “${row.label}”.`)
    document.getElementById(fieldId(focused))?.focus()
  }
  return (
    <>
      <p className="part-lead">
        {focused === null
          ? 'Go to a field, then choose a value here, or use the field’s list.'
          : 'Choose a value for the field that you were in.'}
      </p>
      <p role="status" className="muted small">
        {message}
      </p>
      <ul className="sample-rows plain-list" tabIndex={0} aria-label="Values of the sample">
        {rows.map((row, place) => (
          <li key={place} className="stack break-anywhere">
            {focused === null ? (
              <span className="medium">{row.label}</span>
            ) : (
              <button type="button" className="sample-row__use" onClick={() => fill(row)}>
                {row.label}
              </button>
            )}
            <span className="muted">{row.type === 'empty' ? 'empty' : row.value}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
