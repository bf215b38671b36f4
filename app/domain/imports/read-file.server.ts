/** Reads a file row by row: rows to import, and rows with errors. */
import { itemInput, maxItems } from '#app/contract/activities.ts'
import type { ReportedFact } from '#app/contract/reviews.ts'
import { soldProducts } from '#app/integrations/kit/sold-products.ts'
import { rowsPlace } from './file-presets.ts'
import { columnKey } from './column-key.ts'
import { findDayOrder, isAmbiguousDate, type DayOrder } from './parse-date.ts'
import { lackingFields, type ColumnPlaces } from './file-columns.ts'
import type { FileCell, FileTable } from './file-table.server.ts'
import type { ImportKind } from './import-kinds.ts'
import { candidatesOf, extrasOf } from './match-columns.ts'
import { fieldPicker, type PickedFields } from './pick-fields.ts'
import type { FilePreset } from './presets/preset.ts'
import { findDecimalMark, readCellAmount } from './read-cell-amount.ts'
import { readRow, type Notation, type ReadRow, type RowError } from './read-row.ts'
import type { ReadRows } from './import-draft.ts'

type Chosen = {
  kind: ImportKind
  /** Which column fills which field. */
  places: ColumnPlaces
  /** The file's preset. Null: not recognized. */
  preset: FilePreset | null
  /** The shop's, for times without a zone. */
  timeZone: string
  /** As the owner chose. It only counts for a file that doesn't show the order of day and month. */
  dayOrder: DayOrder | null
}

/** `isDayOrderOpen`: some dates can be read in two ways, and the file doesn't show which is right. */
export type ReadFile = ReadRows & { isDayOrderOpen: boolean }

/** Length limit, in characters, of values that are kept only for display. */
const maxShown = 500

type Row = { line: number; cells: FileCell[]; picked: PickedFields }

/** Returns no rows while a required field has no column. */
export function readFile(table: FileTable, chosen: Chosen): ReadFile {
  const { kind, places, preset } = chosen
  const rows: ReadFile = {
    reports: [],
    products: [],
    faulty: [],
    notes: [],
    isDayOrderOpen: false,
  }
  if (lackingFields(kind, places).length > 0) return rows
  const { notation, isDayOrderOpen } = notationOf(table, chosen)
  rows.isDayOrderOpen = isDayOrderOpen
  const pick = fieldPicker({
    names: table.names,
    candidates: candidatesOf(kind, { names: table.names, places, preset }),
    extras: extrasOf(table.names, preset),
  })
  const orderPlace = rowsPlace(preset, table.names)
  const groups = new Map<string, Row[]>()
  for (const { line, cells } of table.rows) {
    if (preset !== null && line === table.rows.at(-1)?.line && cells.length < table.names.length) {
      rows.faulty.push({ line, faults: [cutOff], cells: {} })
      continue
    }
    const order = orderPlace === null ? '' : textAt(cells, orderPlace)
    const row = { line, cells, picked: pick(cells) }
    const group = order === '' ? undefined : groups.get(order)
    if (group?.some((other) => isSameRow(other.cells, cells))) continue
    if (group) group.push(row)
    else groups.set(order === '' ? `line ${String(line)}` : order, [row])
  }
  for (const group of groups.values()) readGroup(group, { kind, notation, rows })
  return rows
}

/** Known shops write all cells of a line. Without them, a canceled order would look like a sale. */
const cutOff = { column: 'id', sentence: 'This line is cut off. Export the file again.' }

/** A file that was joined with itself has each row twice. */
const isSameRow = (one: readonly FileCell[], other: readonly FileCell[]) =>
  one.length === other.length && JSON.stringify(one) === JSON.stringify(other)

/** By what the file itself shows, then by the owner's choice, then by its language or shop. */
function notationOf(
  { names, rows }: FileTable,
  { places, preset, timeZone, dayOrder: choice }: Chosen,
): { notation: Notation; isDayOrderOpen: boolean } {
  const column = (field: string) => rows.map(({ cells }) => textAt(cells, places[field]))
  const dates = column('occurred_at')
  const dayFirst = (preset?.dayFirstNames ?? []).map(columnKey)
  const isDayFirst = names.some((name) => dayFirst.includes(columnKey(name)))
  const usual = isDayFirst ? 'day-first' : preset?.isMonthFirst ? 'month-first' : null
  const shown = findDayOrder(dates) ?? usual
  const isDayOrderOpen = shown === null && dates.some(isAmbiguousDate)
  const decimalMark = findDecimalMark(column('total'))
  return {
    notation: { timeZone, dayOrder: shown ?? choice, decimalMark, preset },
    isDayOrderOpen,
  }
}

const textAt = (cells: readonly FileCell[], place: number | undefined): string => {
  const cell = place === undefined ? '' : (cells[place] ?? '')
  return typeof cell === 'string' ? cell.trim() : ''
}

type Reading = { kind: ImportKind; notation: Notation; rows: ReadRows }

/** Rows of one order or product; the first has its fields. */
function readGroup([first, ...others]: readonly Row[], { kind, notation, rows }: Reading): void {
  if (!first) return
  const { line, picked } = first
  const { fields, address, misplaced, cellOf } = picked
  const all = [cellOf, ...others.map((row) => row.picked.cellOf)]
  const merged = notation.preset?.merged?.(all) ?? {}
  for (const [name, value] of Object.entries(merged)) if (value !== '') fields.set(name, value)

  const read = withMisplaced(readRow(kind, { fields, cellOf }, notation), misplaced)
  const cells = cellsOf(fields)
  if ('faults' in read) {
    rows.faulty.push({ line, faults: read.faults, cells })
    return
  }
  if (read.notes.length > 0) rows.notes.push({ line, faults: read.notes, cells })
  if ('product' in read) {
    rows.products.push({ line, product: read.product })
    return
  }
  const { hash: emailHash, domain: emailDomain } = address ?? noAddress
  const row = { line, report: { fact: read.fact, emailHash, emailDomain } }
  keepSold(read.fact, [first, ...others], notation)
  rows.reports.push(row)
}

/** An order's products in the order in which nudges would name them, without what isn't one. */
function keepSold(fact: ReportedFact, rows: readonly Row[], notation: Notation): void {
  if (fact.kind !== 'purchase') return
  const lines = rows.slice(0, maxItems).flatMap(({ picked: { fields, cellOf } }, index) => {
    const other = itemInput.safeParse({ title: fields.get('product')?.trim() })
    const item = index === 0 ? fact.items?.[0] : other.data
    if (item === undefined) return []
    const price = cellOf('item_price')
    const quantity = cellOf('item_quantity')
    return [
      {
        title: item.title,
        price: price ? readCellAmount(price, { ...notation, currency: null }).amount : null,
        quantity: quantity ? Number(quantity) : null,
        item,
      },
    ]
  })
  if (lines.length > 0) fact.items = soldProducts(lines).map(({ item }) => item)
}

const noAddress = { hash: null, domain: null }

function withMisplaced(read: ReadRow, misplaced: readonly string[]): ReadRow {
  if (misplaced.length === 0) return read
  const faults: RowError[] = misplaced.map((column) => ({
    column,
    sentence: 'Contains an email address.',
  }))
  const others =
    'faults' in read ? read.faults.filter(({ column }) => !misplaced.includes(column)) : []
  return { faults: [...faults, ...others] }
}

const cellsOf = (fields: ReadonlyMap<string, string>): Record<string, string> =>
  Object.fromEntries(
    [...fields]
      .filter(([name]) => name !== 'email')
      .map(([name, value]) => [name, shortened(value)]),
  )

/** PostgreSQL refuses lone surrogates. */
const shortened = (text: string) => text.slice(0, maxShown).toWellFormed()
