/** Streams CSV rows as fields by column name. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { FeedError } from './feed-error.ts'
import { fieldName } from './field-name.ts'
import type { ProductFields } from './product-fields.ts'

type CsvLimits = { maxFields: number; maxFieldLength: number }

/** @throws FeedError; any error of `take` and of the input */
export async function readCsv(
  pieces: AsyncIterable<string>,
  limits: CsvLimits,
  take: (fields: ProductFields, line: number) => Promise<void>,
): Promise<void> {
  const { head, all } = await peekLine(withUnixBreaks(pieces), limits.maxFieldLength)
  // Excel writes the delimiter above the names.
  const stated = /^sep=([,;\t|])[ \r]*$/i.exec(head)?.[1]
  let names: string[] | null = null
  const parser = parse({
    bom: true,
    delimiter: stated ?? delimiterOf(head),
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: limits.maxFieldLength,
    // While a record is read: the size above doesn't count delimiters, so it bounds no row of empty
    // fields.
    cast(value, { index }) {
      if (index >= limits.maxFields) throw new FeedError('There are too many columns.')
      return value
    },
  })
  const readRecords = async (records: AsyncIterable<Parsed>) => {
    for await (const { record, info } of records) {
      if (names === null) {
        if (stated !== undefined && /^sep=/i.test(record[0] ?? '')) continue
        names = record.map(fieldName)
        continue
      }
      const known = names
      const fields = new Map(
        record.flatMap((value, at) => (known[at] ? [[known[at], value] as const] : [])),
      )
      await take(fields, info.lines - breaksIn(record))
    }
  }

  try {
    await pipeline(Readable.from(all), parser, readRecords)
  } catch (error) {
    if (error instanceof CsvError) {
      const line: unknown = error['lines']
      throw new FeedError(
        `${typeof line === 'number' ? `Line ${String(line)}` : 'The feed'} isn’t valid CSV.`,
      )
    }
    throw error
  }
}

/** The reader counts "\r\n" within quotes as two lines. */
async function* withUnixBreaks(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  for await (const piece of pieces) {
    const text = `${held}${piece}`
    held = text.endsWith('\r') ? '\r' : ''
    yield text.slice(0, text.length - held.length).replaceAll(/\r\n?/g, '\n')
  }
  if (held !== '') yield '\n'
}

type Parsed = { record: string[]; info: { lines: number } }

/** Quoted values can contain line breaks. The reader reports the line where a row ended. */
const breaksIn = (record: readonly string[]) =>
  record.reduce((total, value) => total + value.split('\n').length - 1, 0)

/** The first line that isn't empty, and the input with that line put back. */
async function peekLine(pieces: AsyncIterable<string>, maxLength: number) {
  const iterator = pieces[Symbol.asyncIterator]()
  let head = ''
  while (!head.trimStart().includes('\n') && head.length < maxLength) {
    const next: IteratorResult<string, unknown> = await iterator.next()
    if (next.done) break
    head += next.value
  }
  return { head: head.trimStart().split('\n', 1)[0] ?? '', all: prependText(head, iterator) }
}

/** The part that was read already, then the rest. */
export async function* prependText(
  head: string,
  rest: AsyncIterator<string>,
): AsyncGenerator<string> {
  try {
    yield head
    for (;;) {
      const next: IteratorResult<string, unknown> = await rest.next()
      if (next.done) return
      yield next.value
    }
  } finally {
    await rest.return?.()
  }
}

/** The most frequent candidate in the header line. */
function delimiterOf(line: string): string {
  const counted = [',', ';', '\t', '|'].map((mark) => ({ mark, total: line.split(mark).length }))
  return counted.reduce((best, one) => (one.total > best.total ? one : best)).mark
}
