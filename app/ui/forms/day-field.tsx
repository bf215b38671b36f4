/** A native field for a day, without Polaris, for forms of links. */
import { useState, type CSSProperties } from 'react'
import { formatFieldDate, type DateFieldKind } from '../format/format-time.ts'

/** The text that date-field.css shows in the field. As a style, screen readers don't read it as a second value. */
export const writtenDate = (kind: DateFieldKind, value: string) =>
  ({ '--written': JSON.stringify(formatFieldDate(kind, value)) }) as CSSProperties

type DayFieldProps = { name: string; initial: string; latest: string }

/** Required date field. The caller adds the label. */
export function DayField({ name, initial, latest }: DayFieldProps) {
  const [value, setValue] = useState(initial)
  return (
    <span className="date-field date-field--plain" style={writtenDate('date', value)}>
      <input
        type="date"
        {...{ name, value }}
        max={latest}
        required
        onChange={({ currentTarget }) => {
          setValue(currentTarget.value)
        }}
      />
    </span>
  )
}
