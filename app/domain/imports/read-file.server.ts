/** Reads a file line by line: what can be taken in, and what is wrong with the rest. */
import { Refusal } from '../../lib/errors.ts'
import type { Secrets } from '../../lib/secrets.server.ts'
import { withoutAddress } from '../activities/new-row.server.ts'
import { readCsv } from '../products/csv-rows.server.ts'
import { FeedFault } from '../products/feed-fault.ts'
import { fieldName, type Fields } from '../products/product-fields.ts'
import { importColumns, importLimits, type ImportKind } from './import-kinds.ts'
import { readRow } from './read-row.ts'
import type { FileHead, FileRows } from './stored-rows.ts'

export type GivenFile = {
  kind: ImportKind
  bytes: Buffer
  /** Of the shop: times without a zone are of its clock. */
  timeZone: string
}

const maxColumns = 200
/** A review may be long; nothing else is. */
const maxRecordLength = 16 * 1024
/** Of a value that is only kept to be looked at again. */
const maxShown = 500

/** @throws Refusal `invalid` at the file, when nothing of it can be read */
export async function readFile(
  { secrets }: { secrets: Secrets },
  { kind, bytes, timeZone }: GivenFile,
): Promise<FileRows> {
  const text = textOf(bytes)
  const rows: FileRows = { head: noColumns, reports: [], products: [], faulty: [] }
  let total = 0
  const takeNames = (given: readonly string[]) => {
    rows.head = recognise(kind, given)
    refuseLacking(kind, rows.head)
  }
  const take = (raw: Fields, line: number): Promise<void> => {
    total += 1
    if (total > importLimits.maxRows) {
      throw refuse(`The file has more than ${String(importLimits.maxRows)} rows: part it.`)
    }
    const fields = renamed(raw, rows.head)
    const read = readRow(kind, fields, timeZone)
    if ('faults' in read) rows.faulty.push({ line, faults: read.faults, cells: cellsOf(fields) })
    else if ('product' in read) rows.products.push({ line, product: read.product })
    else rows.reports.push({ line, report: bare({ secrets }, read.fact) })
    return Promise.resolve()
  }

  try {
    const limits = { maxFields: maxColumns, maxFieldLength: maxRecordLength, takeNames }
    await readCsv(pieceOf(text), limits, take)
  } catch (error) {
    throw error instanceof FeedFault ? refuse(error.message) : error
  }
  if (total === 0) throw refuse('There is no row below the names of the columns.')
  return rows
}

const noColumns: FileHead = { columns: {}, ignored: [] }

const refuse = (sentence: string) =>
  new Refusal('invalid', sentence, { errors: { file: [sentence] } })

/** Line ends as one sign: the reader counts them. */
function textOf(bytes: Buffer): string {
  if (bytes.length === 0) throw refuse('Choose a file first.')
  if (bytes.length > importLimits.maxBytes) {
    throw refuse(`The file is larger than ${String(importLimits.maxBytes / 1024 / 1024)} MB.`)
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text.includes('\u0000')) throw refuse('This is no CSV file.')
    return text.replaceAll(/\r\n?/g, '\n')
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw refuse('The file is not written in UTF-8. Save it as “CSV UTF-8”.')
  }
}

async function* pieceOf(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text)
}

/** The first name that fits counts; of two columns with one name the last. */
function recognise(kind: ImportKind, given: readonly string[]): FileHead {
  const byName = new Map(given.map((name) => [fieldName(name), name.trim()]))
  const columns: Record<string, string> = {}
  for (const { name, others } of importColumns[kind]) {
    const found = [name, ...others].find((one) => byName.has(one))
    if (found === undefined) continue
    columns[name] = byName.get(found) ?? found
    byName.delete(found)
  }
  return { columns, ignored: [...byName.values()].filter((name) => name !== '') }
}

function refuseLacking(kind: ImportKind, { columns }: FileHead): void {
  const lacking = importColumns[kind].filter(({ name, isNeeded }) => isNeeded && !columns[name])
  if (lacking.length === 0) return
  const names = lacking.map(({ name }) => `“${name}”`).join(', ')
  throw refuse(
    `The first line has to name the columns. Missing: ${names}. The sample file shows them all.`,
  )
}

const renamed = (fields: Fields, { columns }: FileHead): Fields =>
  new Map(
    Object.entries(columns).map(([name, given]) => [name, fields.get(fieldName(given)) ?? '']),
  )

const cellsOf = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    [...fields]
      .filter(([name]) => name !== 'email')
      .map(([name, value]) => [name, shortened(value)]),
  )

/** PostgreSQL takes no halves of surrogate pairs. */
const shortened = (text: string) => text.slice(0, maxShown).toWellFormed()

/** Addresses are not kept, not even while the file waits. */
function bare(parts: { secrets: Secrets }, fact: Parameters<typeof withoutAddress>[1]) {
  const report = withoutAddress(parts, fact)
  if (!fact.person) return report
  const { email: _email, ...person } = fact.person
  return { ...report, fact: { ...fact, person } }
}
