/** Reads the editor's fields one by one. Errors are kept at their field. */

import { clockAt, instantOf } from '#app/lib/zoned-days.ts'

/** Name and value, in the order they were sent. */
export type FormEntries = readonly (readonly [string, string])[]

export type FormFields = ReturnType<typeof readFormFields>

/** @param timeZone of the dates and times entered */
export function readFormFields(entries: FormEntries, timeZone: string) {
  const errors: Record<string, string[]> = {}
  const textOf = (name: string): string =>
    (entries.findLast(([other]) => other === name)?.[1] ?? '').trim()
  const refuse = (name: string, sentence: string) => {
    errors[name] = [...(errors[name] ?? []), sentence]
  }
  return {
    errors,
    refuse,
    textOf,
    /** Null for an empty field. */
    optionalOf: (name: string): string | null => textOf(name) || null,
    isOn: (name: string): boolean => textOf(name) === 'on',
    allOf: (name: string): string[] =>
      entries.filter(([other]) => other === name).map(([, value]) => value),
    /** One of the words; the first one by default. */
    wordOf: <const Word extends string>(name: string, words: readonly [Word, ...Word[]]): Word =>
      words.find((word) => word === textOf(name)) ?? words[0],
    /** Indexes of rows named `name.0.part`, in order. */
    rowsOf: (name: string, part: string): number[] =>
      entries
        .filter(([other]) => other.startsWith(`${name}.`) && other.endsWith(`.${part}`))
        .map(([other]) => Number(other.slice(name.length + 1, -part.length - 1)))
        .filter(Number.isInteger),
    /** Null for an empty or invalid field. */
    wholeOf: (name: string, { least, most, unit = 1 }: Bounds): number | null => {
      const text = textOf(name)
      if (text === '') return null
      const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN
      if (number * unit >= least && number * unit <= most) return number * unit
      const from = String(Math.ceil(least / unit))
      refuse(name, `Enter a whole number from ${from} to ${String(Math.floor(most / unit))}.`)
      return null
    },
    /** Unix seconds of a local date and time like `2026-05-01T12:30`. */
    momentOf: (name: string): number | null => {
      const text = textOf(name)
      if (text === '') return null
      const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d)?$/.exec(text) ?? []
      const isMoment = day !== undefined && !Number.isNaN(Date.parse(`${day}T${time ?? ''}:00Z`))
      const seconds = isMoment ? instantOf(timeZone, day, time ?? '').getTime() / 1000 : NaN
      if (seconds >= 0 && seconds < latest) return seconds
      refuse(name, 'Enter a date and time, for example 2026-05-01 12:30.')
      return null
    },
    /** A time of day as `15:30`; empty for an empty or invalid field. */
    timeOf: (name: string): string => {
      const time = textOf(name).slice(0, 5)
      if (time === '' || /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time)) return time
      refuse(name, 'Enter a time, for example 15:30.')
      return ''
    },
  }
}

type Bounds = {
  least: number
  most: number
  /** How many stored units are one entered unit. */
  unit?: number
}

/** The year 2100, as in the contract. */
const latest = 4_102_444_800

/** Value for a date and time field. */
export function formatFormMoment(seconds: number | null | undefined, timeZone: string): string {
  if (seconds == null) return ''
  const { day, time } = clockAt(timeZone, seconds * 1000)
  return `${day}T${time}`
}
