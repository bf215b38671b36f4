/** Reads a file row by row: rows to import, and rows with errors. */
import { itemInput, maxItems } from '#app/contract/activities.ts'
import { rowsPlace, type FilePreset } from './file-presets.ts'
import { findDayOrder } from './parse-date.ts'
import { lackingFields, type ColumnPlaces } from './file-columns.ts'
import type { FileCell, FileTable } from './file-table.server.ts'
import type { ImportKind } from './import-kinds.ts'
import { readRow, type ReadRow, type RowError } from './read-row.ts'
import type { ReadRows, ReportRow } from './import-draft.ts'

type Chosen = {
  kind: ImportKind
  /** Which column fills which field. */
  places: ColumnPlaces
  /** The file's preset. Null: not recognized. */
  preset: FilePreset | null
  /** The shop's, for times without a zone. */
  timeZone: string
}

/** For values that are only kept to be shown. */
const maxShown = 500

/** Returns no rows while a required field has no column. */
export function readFile(table: FileTable, { kind, places, preset, timeZone }: Chosen): ReadRows {
  const rows: ReadRows = { reports: [], products: [], faulty: [] }
  if (lackingFields(kind, places).length > 0) return rows
  const dates = table.rows.map(({ cells }) => textAt(cells, places['occurred_at']))
  const notation = {
    timeZone,
    dayOrder: findDayOrder(dates) ?? (preset?.isMonthFirst ? ('month-first' as const) : null),
    states: preset?.states ?? {},
    productIn: preset?.productIn ?? null,
  }
  const orderPlace = rowsPlace(preset, table.names)
  /** By what the rows of an order have in common; null when the order has errors. */
  const orders = new Map<string, ReportRow | null>()
  for (const { line, cells } of table.rows) {
    const { fields, address, misplaced } = sortCells(places, cells)
    const order = orderPlace === null ? '' : textAt(cells, orderPlace)
    const first = order === '' ? undefined : orders.get(order)
    if (first !== undefined) {
      if (first !== null) addItem(first, fields)
      continue
    }
    const read = withMisplaced(readRow(kind, fields, notation), misplaced)
    if (order !== '') orders.set(order, null)
    if ('faults' in read) rows.faulty.push({ line, faults: read.faults, cells: cellsOf(fields) })
    else if ('product' in read) rows.products.push({ line, product: read.product })
    else {
      const { hash: emailHash, domain: emailDomain } = address ?? noAddress
      const row = { line, report: { fact: read.fact, emailHash, emailDomain } }
      rows.reports.push(row)
      if (order !== '') orders.set(order, row)
    }
  }
  return rows
}

const textAt = (cells: readonly FileCell[], place: number | undefined): string => {
  const cell = place === undefined ? '' : (cells[place] ?? '')
  return typeof cell === 'string' ? cell.trim() : ''
}

/** Another product of an order that was read before. */
function addItem({ report: { fact } }: ReportRow, fields: ReadonlyMap<string, string>): void {
  const item = itemInput.safeParse({ title: fields.get('product')?.trim() })
  if (!item.success || fact.kind !== 'purchase') return
  const items = fact.items ?? []
  if (items.length < maxItems) fact.items = [...items, item.data]
}

const noAddress = { hash: null, domain: null }

/** The email address may also be the id of a sign-up, which is its fingerprint then. */
function sortCells(places: ColumnPlaces, cells: readonly FileCell[]) {
  const fields = new Map<string, string>()
  const misplaced: RowError[] = []
  let address: Exclude<FileCell, string> | null = null
  for (const [name, place] of Object.entries(places)) {
    const cell = cells[place] ?? ''
    if (typeof cell === 'string') {
      fields.set(name, cell)
      continue
    }
    if (name === 'email') address = cell
    else if (name === 'id') {
      fields.set(name, cell.hash)
      address ??= cell
    } else misplaced.push({ column: name, sentence: 'Contains an email address.' })
  }
  return { fields, address, misplaced }
}

function withMisplaced(read: ReadRow, misplaced: readonly RowError[]): ReadRow {
  if (misplaced.length === 0) return read
  const known = new Set(misplaced.map(({ column }) => column))
  const others = 'faults' in read ? read.faults.filter(({ column }) => !known.has(column)) : []
  return { faults: [...misplaced, ...others] }
}

const cellsOf = (fields: ReadonlyMap<string, string>): Record<string, string> =>
  Object.fromEntries(
    [...fields]
      .filter(([name]) => name !== 'email')
      .map(([name, value]) => [name, shortened(value)]),
  )

/** PostgreSQL refuses lone surrogates. */
const shortened = (text: string) => text.slice(0, maxShown).toWellFormed()
