/** Maps columns of a file to our fields, by their names or as the owner chose. */
import type { FieldErrors } from '#app/lib/errors.ts'
import { columnKey } from './column-key.ts'
import { namesOfColumn } from './column-names.ts'
import { labelsOf, type ColumnPlaces } from './file-columns.ts'
import { findPreset } from './file-presets.ts'
import { importColumns, importWords, labelOfField, type ImportKind } from './import-kinds.ts'
import type { FilePreset } from './presets/preset.ts'

/** Fields of a person, which files often have twice: of the billing and of the shipping address. */
const personFields = new Set(['first_name', 'last_name', 'full_name', 'email', 'city', 'country'])

/**
 * The first name that matches counts. If two columns have the same name, the last one counts.
 *
 * @param preset the recognized preset of the file. Only its names count then
 */
export function recognizeColumns(
  kind: ImportKind,
  names: readonly string[],
  preset: FilePreset | null = null,
): ColumnPlaces {
  const byName = placesByKey(names)
  const places: Record<string, number> = {}
  for (const { name } of importColumns[kind]) {
    const found = namesOf(kind, name, preset).find((one) => byName.has(one))
    const place = found === undefined ? undefined : byName.get(found)
    if (found === undefined || place === undefined) continue
    places[name] = place
    byName.delete(found)
  }
  return places
}

const placesByKey = (names: readonly string[]): Map<string, number> =>
  new Map(names.map((name, place) => [columnKey(name), place]))

function namesOf(kind: ImportKind, field: string, preset: FilePreset | null): string[] {
  const names = preset ? (preset.columns[field] ?? []) : namesOfColumn(kind, field)
  return names.map(columnKey)
}

type FileColumns = { names: readonly string[]; places: ColumnPlaces; preset: FilePreset | null }

/** Columns of each field, in the order in which they count: in each row, the first with a value. */
export type ColumnCandidates = Readonly<Record<string, readonly number[]>>

/**
 * The chosen column, and other columns of the same field if the chosen one was recognized by its name.
 * Without a preset, only fields about people can have several columns. A missing day of payment, for
 * example, has a meaning, so no other column may fill it.
 */
export function candidatesOf(
  kind: ImportKind,
  { names, places, preset }: FileColumns,
): ColumnCandidates {
  const byName = placesByKey(names)
  const chosen = new Set(Object.values(places))
  return Object.fromEntries(
    Object.entries(places).map(([field, place]) => {
      const known = preset !== null || personFields.has(field) ? namesOf(kind, field, preset) : []
      if (!known.includes(columnKey(names[place] ?? ''))) return [field, [place]]
      const others = known.flatMap((name) => byName.get(name) ?? [])
      return [field, [place, ...others.filter((one) => !chosen.has(one))]]
    }),
  )
}

/** Columns of the preset that fill no field. */
export const extrasOf = (names: readonly string[], preset: FilePreset | null): ColumnCandidates => {
  const byName = placesByKey(names)
  return Object.fromEntries(
    Object.entries(preset?.extras ?? {}).map(([field, known]) => [
      field,
      known.flatMap((name) => byName.get(columnKey(name)) ?? []),
    ]),
  )
}

type ChosenColumns = {
  names: readonly string[]
  places: ColumnPlaces
  /** Its ID. */
  preset: string | null
}

/** The columns as a screen shows them. */
export function describeColumns(kind: ImportKind, { names, places, preset: id }: ChosenColumns) {
  const preset = findPreset(kind, id)
  const candidates = candidatesOf(kind, { names, places, preset })
  const used = new Set(
    [...Object.values(candidates), ...Object.values(extrasOf(names, preset))].flat(),
  )
  const labels = labelsOf(names)
  return {
    /** Columns that aren't used. */
    unused: labels.filter((_label, place) => !used.has(place)),
    /** Columns that count where the chosen one is empty, by field. */
    further: Object.fromEntries(
      Object.entries(candidates).map(([field, [, ...others]]) => [
        field,
        others.map((place) => labels[place] ?? ''),
      ]),
    ),
  }
}

type Asked = {
  kind: ImportKind
  names: readonly string[]
  /** As sent by the form: field name to column index, or empty. */
  typed: Readonly<Record<string, string>>
}

export function validateChoice({
  kind,
  names,
  typed,
}: Asked): { ok: true; places: ColumnPlaces } | { ok: false; errors: FieldErrors } {
  const labels = labelsOf(names)
  const places: Record<string, number> = {}
  const errors: Record<string, string[]> = {}
  for (const { name, isNeeded } of importColumns[kind]) {
    const text = typed[name] ?? ''
    if (text === '') {
      if (isNeeded) errors[name] = [`Required for every ${importWords[kind].one}. Choose a column.`]
      continue
    }
    const place = /^\d{1,3}$/.test(text) ? Number(text) : NaN
    const label = labels[place]
    if (label === undefined) {
      errors[name] = ['Choose a column from your file.']
      continue
    }
    const before = Object.keys(places).find(
      (other) => places[other] === place && !mayShare(kind, [other, name]),
    )
    if (before === undefined) places[name] = place
    else
      errors[name] = [
        `“${label}” is already matched to “${labelOfField(kind, before)}”. Use each column once.`,
      ]
  }
  return Object.keys(errors).length === 0 ? { ok: true, places } : { ok: false, errors }
}

/** The email address of a sign-up can also be its id. Otherwise no column is used twice. */
const mayShare = (kind: ImportKind, fields: readonly string[]) =>
  kind === 'signup' && fields.includes('id') && fields.includes('email')
