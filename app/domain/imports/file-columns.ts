/** Columns of a file and our fields. Safe in the browser. */
import { importColumns, type ImportKind } from './import-kinds.ts'

/** By our field names. Columns are identified by index, because two can have the same name. */
export type ColumnPlaces = Readonly<Record<string, number>>

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
