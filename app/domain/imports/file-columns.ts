/** Which column of a file fills which of our fields. Safe in the browser. */
import type { FieldErrors } from '#app/lib/errors.ts'
import { fieldName } from '#app/domain/products/product-fields.ts'
import { importColumns, importWords, type ImportKind } from './import-kinds.ts'

/** By our names of the fields; a column is known by its place, since two may be called the same. */
export type ColumnPlaces = Readonly<Record<string, number>>

/** The first name that fits counts; of two columns with one name the last. */
export function recognizeColumns(kind: ImportKind, names: readonly string[]): ColumnPlaces {
  const byName = new Map(names.map((name, place) => [fieldName(name), place]))
  const places: Record<string, number> = {}
  for (const { name, others } of importColumns[kind]) {
    const found = [name, ...others].find((one) => byName.has(one))
    const place = found === undefined ? undefined : byName.get(found)
    if (found === undefined || place === undefined) continue
    places[name] = place
    byName.delete(found)
  }
  return places
}

/** Fields that no row can do without, and that no column fills. */
export const lackingFields = (kind: ImportKind, places: ColumnPlaces): string[] =>
  importColumns[kind]
    .filter(({ name, isNeeded }) => isNeeded && places[name] === undefined)
    .map(({ name }) => name)

/** What the owner reads: a name alone where it says which column is meant. */
export function labelsOf(names: readonly string[]): string[] {
  return names.map((name, place) => {
    const number = String(place + 1)
    if (name === '') return `Column ${number}, without a name`
    return names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (column ${number})`
  })
}

/** Columns that fill nothing, as the owner reads them. */
export function unusedLabels(names: readonly string[], places: ColumnPlaces): string[] {
  const used = new Set(Object.values(places))
  return labelsOf(names).filter((_label, place) => !used.has(place))
}

type Asked = {
  kind: ImportKind
  names: readonly string[]
  /** As the form says it: by the names of our fields, a place or nothing. */
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
      if (isNeeded) errors[name] = [`No ${importWords[kind].one} can do without it: choose one.`]
      continue
    }
    const place = /^\d{1,3}$/.test(text) ? Number(text) : NaN
    const label = labels[place]
    if (label === undefined) {
      errors[name] = ['Choose one of the columns of your file.']
      continue
    }
    const before = Object.keys(places).find(
      (other) => places[other] === place && !mayShare(kind, [other, name]),
    )
    if (before === undefined) places[name] = place
    else errors[name] = [`“${label}” fills “${before}” already. One column can’t fill both.`]
  }
  return Object.keys(errors).length === 0 ? { ok: true, places } : { ok: false, errors }
}

/** Whoever signs up is known by an address; nothing else is two things at once. */
const mayShare = (kind: ImportKind, fields: readonly string[]) =>
  kind === 'signup' && fields.includes('id') && fields.includes('email')
