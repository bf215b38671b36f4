/**
 * A file as a table, with columns by index. Replaces email addresses in all columns by their
 * fingerprints on reading, so none is stored.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { z } from 'zod'
import { refuseField } from '#app/lib/errors.ts'
import type { Secrets } from '#app/lib/security/secrets.server.ts'
import { emailIn, fingerprintOfEmail } from '#app/domain/activities/email-fingerprint.server.ts'
import { domainOf } from '#app/domain/activities/exclusion.ts'
import {
  countTitleLines,
  decodeFile,
  delimiterOf,
  maxTitleLines,
  type FileEncoding,
  type FileText,
} from './file-text.ts'
import { importLimits } from './import-kinds.ts'

const keptAddress = z.object({ hash: z.string(), domain: z.string().nullable() })

const fileTable = z.object({
  names: z.array(z.string()),
  rows: z.array(z.object({ line: z.number(), cells: z.array(z.union([z.string(), keptAddress])) })),
})

export type FileTable = z.infer<typeof fileTable>
export type FileCell = FileTable['rows'][number]['cells'][number]

const maxColumns = 200
/** Reviews can be long, other rows aren't. */
const maxRecordLength = 16 * 1024
const maxName = 100

export type ReadTable = FileTable & { encoding: FileEncoding; skippedLines: number }

/** @throws Refusal `invalid` at the file when it can't be read */
export async function readTable(secrets: Secrets, bytes: Buffer): Promise<ReadTable> {
  const { text, encoding } = textOf(bytes)
  const { delimiter, rest } = delimiterOf(text)
  const records = await recordsOf(rest, delimiter)
  const skippedLines = countTitleLines(records.map(({ record }) => record))
  const [head, ...rows] = records.slice(skippedLines)
  if (!head || rows.length === 0) throw refuse('The file has no rows below the column names.')
  if (rows.length > importLimits.maxRows) {
    throw refuse(
      `The file has more than ${String(importLimits.maxRows)} rows. Split it into smaller files.`,
    )
  }
  const width = head.record.length
  // Lines are counted as a text editor does, with the one that names the delimiter.
  const above = text.length === rest.length ? 0 : 1
  return {
    encoding,
    skippedLines: skippedLines + above,
    names: head.record.map(nameOf),
    rows: rows.map(({ line, record }) => ({
      line: line + above,
      cells: record.slice(0, width).map((cell) => withoutAddress(secrets, cell)),
    })),
  }
}

const refuse = (sentence: string) => refuseField('file', sentence)

const workbook = Buffer.from('PK\u0003\u0004')

/** @throws Refusal `invalid` at the file */
function textOf(bytes: Buffer): FileText {
  if (bytes.length === 0) throw refuse('Choose a file first.')
  if (bytes.length > importLimits.maxBytes) {
    throw refuse(`The file is larger than ${String(importLimits.maxBytes / 1024 / 1024)} MB.`)
  }
  if (bytes.subarray(0, workbook.length).equals(workbook)) {
    throw refuse('This is a workbook. Save its sheet as “CSV UTF-8” and try again.')
  }
  const decoded = decodeFile(bytes)
  if (!decoded) throw refuse('This isn’t a CSV file. Save it as “CSV UTF-8” and try again.')
  return decoded
}

type Parsed = { record: string[]; info: { lines: number } }

/** Includes the lines above. Reads one row more than allowed to notice when there are too many. */
async function recordsOf(
  text: string,
  delimiter: string,
): Promise<{ line: number; record: string[] }[]> {
  const found: { line: number; record: string[] }[] = []
  const parser = parse({
    bom: true,
    info: true,
    to: importLimits.maxRows + 2 + maxTitleLines,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRecordLength,
    // While a row is read: the size above doesn't count delimiters, so it bounds no row of empty
    // cells.
    cast(value, { index }) {
      if (index >= maxColumns) throw refuse('There are too many columns.')
      return value
    },
  })
  const take = async (records: AsyncIterable<Parsed>) => {
    for await (const { record, info } of records) {
      found.push({ line: info.lines - breaksIn(record), record })
    }
  }
  try {
    await pipeline(Readable.from([text]), parser, take)
    return found
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line: unknown = error['lines']
    const where = typeof line === 'number' ? `Line ${String(line)}` : 'The file'
    throw refuse(`${where} isn’t valid CSV.`)
  }
}

/** Quoted values can contain line breaks. The reader reports the line where a row ended. */
const breaksIn = (record: readonly string[]) =>
  record.reduce((total, value) => total + value.split('\n').length - 1, 0)

/** Empty if it can't be a name: a file without a header line may start with an email address. */
function nameOf(given: string): string {
  if (emailIn(given) !== null) return ''
  const line = given.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  return line.slice(0, maxName).toWellFormed().trim()
}

function withoutAddress(secrets: Secrets, cell: string): FileCell {
  const email = emailIn(cell)
  if (email === null) return cell
  return { hash: fingerprintOfEmail(secrets, email), domain: domainOf(email) }
}

/** Encrypted, because until the owner decides it contains columns that no one chose. */
export const sealTable = (secrets: Secrets, table: FileTable, uuid: string): string =>
  secrets.seal(JSON.stringify(table), rowName(uuid)).toString('base64')

export const openTable = (secrets: Secrets, sealed: string, uuid: string): FileTable =>
  fileTable.parse(JSON.parse(secrets.open(Buffer.from(sealed, 'base64'), rowName(uuid))))

const rowName = (uuid: string) => `imports:${uuid}`
