/** The numbers of one day, at the pointer. The slider's text says the same to screen readers. */
import type { CSSProperties } from 'react'
import { formatChange } from './changes.ts'
import { formatCount } from '../format/format-number.ts'
import { formatDay } from '#app/lib/days/moment-text.ts'

type ChartTipProps = {
  name: string
  /** Percent of the width. */
  x: number
  day: string
  /** Null: none. */
  value: number | null
  before: { day: string; value: number | null } | null
  /** Events on that day. */
  notes: readonly string[]
}

export const valueWords = (value: number | null): string =>
  value === null ? '–' : formatCount(value)

/** Beside the day, on the side with more room. */
export const ChartTip = ({ name, x, day, value, before, notes }: ChartTipProps) => (
  <div
    className={`stack gap-4 small chart__tip${x > 50 ? ' chart__tip--left' : ''}`}
    style={{ '--x': `${String(x)}%` } as CSSProperties}
    aria-hidden
  >
    <p className="strong">{day}</p>
    <p className="line between gap-12 numbers">
      <span className="chart__key">{name}</span>
      <strong>{valueWords(value)}</strong>
    </p>
    {before && (
      <>
        <p className="line between gap-12 numbers">
          <span className="chart__key chart__key--before">{formatDay(before.day)}</span>
          <span>{valueWords(before.value)}</span>
        </p>
        {value !== null && before.value !== null && (
          <p className="muted">{formatChange(value, before.value)}</p>
        )}
      </>
    )}
    {notes.map((note) => (
      <p key={note} className="chart__tip-note">
        {note}
      </p>
    ))}
  </div>
)
