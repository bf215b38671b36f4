/** Maps columns of a file to our fields. Safe in the browser. */
import type { FieldErrors } from '#app/lib/errors.ts'
import { fieldName } from '#app/domain/products/field-name.ts'
import type { FilePreset } from './file-presets.ts'
import { importColumns, importWords, labelOfField, type ImportKind } from './import-kinds.ts'

/** By our field names. Columns are identified by index, because two can have the same name. */
export type ColumnPlaces = Readonly<Record<string, number>>

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
  const byName = new Map(names.map((name, place) => [fieldName(name), place]))
  const places: Record<string, number> = {}
  for (const { name, others } of importColumns[kind]) {
    const known = preset ? (preset.columns[name] ?? []) : [name, ...others]
    const found = known.find((one) => byName.has(one))
    const place = found === undefined ? undefined : byName.get(found)
    if (found === undefined || place === undefined) continue
    places[name] = place
    byName.delete(found)
  }
  return places
}

/** Required fields without a column. */
export const lackingFields = (kind: ImportKind, places: ColumnPlaces): string[] =>
  importColumns[kind]
    .filter(({ name, isNeeded }) => isNeeded && places[name] === undefined)
    .map(({ name }) => name)

/** Labels for the owner: the name, extended where it is ambiguous. */
export function labelsOf(names: readonly string[]): string[] {
  return names.map((name, place) => {
    const number = String(place + 1)
    if (name === '') return `Column ${number} (unnamed)`
    return names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (column ${number})`
  })
}

/** Labels of columns that aren't used. */
export function unusedLabels(names: readonly string[], places: ColumnPlaces): string[] {
  const used = new Set(Object.values(places))
  return labelsOf(names).filter((_label, place) => !used.has(place))
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
