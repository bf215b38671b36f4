/** Streams CSV rows as fields by column name. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { FeedError } from './feed-error.ts'
import { fieldName, type ProductFields } from './product-fields.ts'

type CsvLimits = { maxFields: number; maxFieldLength: number }

/** @throws FeedError; any error of `take` and of the input */
export async function readCsv(
  pieces: AsyncIterable<string>,
  limits: CsvLimits,
  take: (fields: ProductFields) => Promise<void>,
): Promise<void> {
  const { head, all } = await peekLine(pieces, limits.maxFieldLength)
  let names: string[] | null = null
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(head),
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
  const readRecords = async (records: AsyncIterable<string[]>) => {
    for await (const record of records) {
      if (names === null) {
        names = record.map(fieldName)
        continue
      }
      const known = names
      await take(new Map(record.flatMap((value, at) => (known[at] ? [[known[at], value]] : []))))
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

/** The first line, and the input with that line put back. */
async function peekLine(pieces: AsyncIterable<string>, maxLength: number) {
  const iterator = pieces[Symbol.asyncIterator]()
  let head = ''
  while (!head.includes('\n') && head.length < maxLength) {
    const next: IteratorResult<string, unknown> = await iterator.next()
    if (next.done) break
    head += next.value
  }
  return { head: head.split('\n', 1)[0] ?? '', all: prependText(head, iterator) }
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
  const counted = [',', ';', '\t'].map((mark) => ({ mark, total: line.split(mark).length }))
  return counted.reduce((best, one) => (one.total > best.total ? one : best)).mark
}
