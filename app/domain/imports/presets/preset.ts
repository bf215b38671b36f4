/** The shape of a preset: a file that a known shop system exports. */
import type { ImportKind } from '../import-kinds.ts'
import type { PresetId } from '../preset-labels.ts'
import type { OrderState, StateWords } from '../state-words.ts'

/** Text before and after the first title in a cell that lists an order’s products. */
export type TitlePlace = {
  before: RegExp
  after: RegExp
  /** The cell can also be the title alone. */
  isOptional?: true
}

/** The first value of one of the preset's columns in a row. Null: the file has no such column. */
export type CellOf = (field: string) => string | null

export type FilePreset = {
  id: PresetId
  kind: ImportKind
  /**
   * Names that are in this file together, and in no other one. One list for each form and language.
   * See `columnKey`, as for all names here.
   */
  signs: readonly (readonly string[])[]
  /** Names of the columns for our fields; in each row, the first one with a value counts. */
  columns: Readonly<Record<string, readonly string[]>>
  /**
   * Further columns, for the functions below. `item_price` and `item_quantity` are of the product in the
   * same row.
   */
  extras?: Readonly<Record<string, readonly string[]>>
  /** Words for states in addition to the usual ones, and before them. */
  states?: StateWords
  /** Dates like 03/04/26 begin with the month, unless the file shows otherwise. */
  isMonthFirst?: true
  /** Columns of files in languages that write the day first. */
  dayFirstNames?: readonly string[]
  /**
   * An order has a row for each item. Further rows repeat one of these columns, and are often empty
   * otherwise.
   */
  rowsOf?: readonly string[]
  productIn?: TitlePlace
  /** A state that other columns than the state's show. */
  stateBy?: (cellOf: CellOf) => OrderState | undefined
  /** Time zone of the row's moment, by name or as the system abbreviates it. Null: the shop's. */
  zoneOf?: (cellOf: CellOf) => string | null
  /** Why a row is none of its kind. Null: it is one. */
  refusalOf?: (cellOf: CellOf) => string | null
  /** Fields that follow from all rows with the same `rowsOf`. */
  merged?: (rows: readonly CellOf[]) => Readonly<Record<string, string>>
}

/** Columns of an address that come with a prefix, billing before shipping. */
export const bothAddresses = (names: (address: string) => string): readonly string[] => [
  names('billing'),
  names('shipping'),
]
