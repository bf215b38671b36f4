/** The pause of all nudges of a site: how long it lasts. Safe in the browser. */
import { z } from 'zod'
import { addDays, dayIn, instantOf } from '#app/lib/zoned-days.ts'
import { hourMillis } from '#app/lib/time.ts'

/** As a form names them. `open` lasts until someone resumes. */
export const pauseLengths = ['hour', 'tomorrow', 'open'] as const
export type PauseLength = (typeof pauseLengths)[number]

/** Field of the form that pauses. Absent: until someone resumes. */
export const pauseLengthInput = z
  .enum(pauseLengths, 'Choose how long nudges are paused.')
  .default('open')

/** Entries of the menu “Pause all nudges”. */
export const pauseLabels: Readonly<Record<PauseLength, string>> = {
  hour: 'For 1 hour',
  tomorrow: 'Until tomorrow, 8:00 AM',
  open: 'Until I resume',
}

/** In the morning, so nudges don't return in the night, when no one would notice a mistake. */
const morning = '08:00'

/**
 * When a pause that begins at `at` ends. Tomorrow is the next day in the site's time zone, at 8:00 AM on the
 * clock there, so a night in which clocks change makes it an hour shorter or longer. Null: not before someone
 * resumes.
 */
export function endOfPause(
  length: PauseLength,
  { timeZone, at }: { timeZone: string; at: Date },
): Date | null {
  switch (length) {
    case 'hour':
      return new Date(at.getTime() + hourMillis)
    case 'tomorrow':
      return instantOf(timeZone, addDays(dayIn(timeZone, at), 1), morning)
    case 'open':
      return null
  }
}

/** Columns of a site. Until the job has cleared them, they can name a pause that has ended. */
export type StoredPause = {
  /** Since when nothing is shown. Null: nudges are shown. */
  pausedAt: Date | null
  /** When nudges resume automatically. Null: when someone resumes them. */
  pausedUntil: Date | null
}

/** The same row, without a pause that has ended. */
export const withCurrentPause = <Row extends StoredPause>(row: Row, at: Date): Row =>
  row.pausedUntil !== null && row.pausedUntil <= at
    ? { ...row, pausedAt: null, pausedUntil: null }
    : row
