/** Rows of a list that can be removed and added. */
import { useState, type ReactNode } from 'react'
import { fieldId } from '#app/ui/forms/fields.tsx'
import { useNotifyForm } from '#app/ui/forms/notify-form.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { InlineError } from '#app/ui/kit/text-field.tsx'
import { EditingContext, useEditing, type Values } from './field.tsx'

type RowsProps = {
  /** Path of the list. */
  name: string
  /** Heading of the list. */
  label: string
  /** Fields of a row, with the initial values of a new one. */
  fresh: Readonly<Record<string, string>>
  /** Label of the add button. */
  add: string
  /** Label of a row's remove button, which identifies the row. */
  remove: string
  children: (row: string) => ReactNode
}

export function RepeatedFields({ name, label, fresh, add, remove, children }: RowsProps) {
  const { values, answer, timeZone, findings } = useEditing()
  const [rows, setRows] = useState(() => readRows(answer?.values ?? values, name, fresh))
  const part = useNotifyForm<HTMLFieldSetElement>(rows.length)
  const error = answer?.errors[name]?.join(' ')

  return (
    <fieldset ref={part} className="choices">
      <legend className="choices__label">{label}</legend>
      <div className="stack gap-12 w-full">
        {rows.map(({ key, parts }, place) => (
          <div key={key} className="editor__row row gap-12">
            <EditingContext.Provider
              value={{ answer, timeZone, findings, values: rowValues(name, place, parts) }}
            >
              {children(`${name}.${String(place)}`)}
            </EditingContext.Provider>
            <Button
              accessibilityLabel={`${remove} ${String(place + 1)}`}
              onClick={() => {
                setRows(rows.filter((row) => row.key !== key))
              }}
            >
              Remove
            </Button>
          </div>
        ))}
        {error !== undefined && <InlineError message={error} fieldID={fieldId(name)} />}
        <div>
          <Button
            onClick={() => {
              const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
              setRows([...rows, { key, parts: fresh }])
            }}
          >
            {add}
          </Button>
        </div>
      </div>
    </fieldset>
  )
}

type Row = { key: number; parts: Values }

function readRows(values: Values, name: string, fresh: Values): Row[] {
  const [first = ''] = Object.keys(fresh)
  const rows: Row[] = []
  while (values[`${name}.${String(rows.length)}.${first}`] !== undefined) {
    const row = `${name}.${String(rows.length)}`
    const parts = Object.keys(fresh).map((one) => [one, values[`${row}.${one}`] ?? ''])
    rows.push({ key: rows.length, parts: Object.fromEntries(parts) as Values })
  }
  return rows
}

const rowValues = (name: string, place: number, parts: Values): Values =>
  Object.fromEntries(
    Object.entries(parts).map(([part, value]) => [`${name}.${String(place)}.${part}`, value]),
  )
