/** Picks the value of each field from a row: of several columns, the first with a value. */
import type { ColumnCandidates } from './match-columns.ts'
import { columnKey } from './column-key.ts'
import type { FileCell } from './file-table.server.ts'
import type { CellOf } from './presets/preset.ts'

type Address = Exclude<FileCell, string>

export type PickedFields = {
  fields: Map<string, string>
  /** The email address, which may also be the ID of a sign-up. */
  address: Address | null
  /** Fields other than these two with an email address. */
  misplaced: string[]
  cellOf: CellOf
}

type Columns = {
  names: readonly string[]
  candidates: ColumnCandidates
  extras: ColumnCandidates
}

const nameFields = ['first_name', 'last_name', 'full_name']
const placeFields = ['city', 'country']

/** Names of columns of an address that goods are sent to. */
const shippingName =
  /ship|deliver|recipient|liefer|versand|livr|envio|spedizion|consegna|verzend|lever/

/** @returns a function, because the columns are the same for all rows */
export function fieldPicker({ names, candidates, extras }: Columns) {
  const isShipping = names.map((name) => shippingName.test(columnKey(name)))
  const hasValue = (cell: FileCell | undefined) =>
    typeof cell === 'string' ? cell.trim() !== '' : cell !== undefined

  /** A name and its place are of the same address: a gift's recipient lives elsewhere. */
  const placeOf = (cells: readonly FileCell[], columns: readonly number[]) => {
    const nameAt = (shipping: boolean) =>
      nameFields
        .flatMap((field) => candidates[field] ?? [])
        .filter((place) => isShipping[place] === shipping)
        .map((place) => textOf(cells[place]).toLowerCase())
        .join(' ')
        .trim()
    const [billing, shipping] = [nameAt(false), nameAt(true)]
    const isOnePerson = billing === '' || shipping === '' || billing === shipping
    return columns.find((place) => hasValue(cells[place]) && (isOnePerson || !isShipping[place]))
  }

  return (cells: readonly FileCell[]): PickedFields => {
    const fields = new Map<string, string>()
    const misplaced: string[] = []
    let address: Address | null = null
    for (const [field, columns] of Object.entries(candidates)) {
      const isPlace = placeFields.includes(field) && columns.length > 1
      const found = isPlace
        ? placeOf(cells, columns)
        : (columns.find((place) => hasValue(cells[place])) ?? columns[0])
      const cell = found === undefined ? '' : (cells[found] ?? '')
      if (typeof cell === 'string') fields.set(field, cell)
      else if (field === 'email') address = cell
      else if (field === 'id') {
        fields.set(field, cell.hash)
        address ??= cell
      } else misplaced.push(field)
    }
    const cellOf = (field: string) => {
      const columns = extras[field] ?? candidates[field] ?? []
      if (columns.length === 0) return null
      const cell = cells[columns.find((place) => hasValue(cells[place])) ?? -1]
      // An address isn't kept, so its fingerprint says that there is one.
      return typeof cell === 'object' ? cell.hash : textOf(cell)
    }
    return { fields, address, misplaced, cellOf }
  }
}

const textOf = (cell: FileCell | undefined): string => (typeof cell === 'string' ? cell.trim() : '')
