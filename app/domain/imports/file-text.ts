/** The text of a file, and how its lines are laid out. */
import { decodeWestern } from '#app/lib/charset/decode-western.ts'

export type FileEncoding = 'utf-8' | 'utf-16' | 'windows-1252'

export type FileText = { text: string; encoding: FileEncoding }

/** How many of the first bytes show an encoding without a mark. */
const sampleBytes = 2_000

/** Other control characters than tabs and line breaks, which no encoding of text leaves. */
const binary = /[^\P{Cc}\t\n\v\f\r]/u

/**
 * UTF-8 and UTF-16, with and without a byte order mark, and otherwise Windows-1252, in which Excel
 * saves "CSV" in western Europe. Line breaks are `\n`.
 *
 * @returns null for what is no text in any of them
 */
export function decodeFile(bytes: Buffer): FileText | null {
  const utf16 = utf16Of(bytes)
  const encoding = utf16 === null ? 'utf-8' : 'utf-16'
  const text = utf16 ?? decode('utf-8', bytes)
  if (text !== null) return binary.test(text) ? null : { text: withPlainBreaks(text), encoding }
  const western = decodeWestern(bytes)
  if (binary.test(western)) return null
  return { text: withPlainBreaks(western), encoding: 'windows-1252' }
}

const withPlainBreaks = (text: string) => text.replaceAll(/\r\n?/g, '\n')

function decode(label: string, bytes: Buffer): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Null: not UTF-16. Every other byte of western text is zero in it. */
function utf16Of(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode('utf-16le', bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode('utf-16be', bytes)
  const sample = bytes.subarray(0, sampleBytes)
  const zeros = [...sample.entries()].flatMap(([place, byte]) => (byte === 0 ? [place % 2] : []))
  const odd = zeros.filter((side) => side === 1).length
  const even = zeros.length - odd
  const enough = sample.length / 5
  if (odd > enough && even === 0) return decode('utf-16le', bytes)
  return even > enough && odd === 0 ? decode('utf-16be', bytes) : null
}

const marks = [',', ';', '\t', '|']

/** How many lines can be above the column names. */
export const maxTitleLines = 9

const firstLines = (text: string): string[] =>
  text.split('\n', maxTitleLines * 2).filter((line) => line.trim() !== '')

/** How often a mark occurs outside of quotes. */
const countOf = (mark: string, line: string): number =>
  line.replaceAll(/"[^"]*"/g, '').split(mark).length - 1

/**
 * Excel's first line `sep=;` without the line, or the mark that separates as many cells in one of the
 * first lines as in the line after it, or else the most frequent one of the first line.
 */
export function delimiterOf(text: string): { delimiter: string; rest: string } {
  const stated = /^\uFEFF?"?sep=(.)"?\n/i.exec(text)
  if (stated) return { delimiter: stated[1] ?? ',', rest: text.slice(stated[0].length) }
  const lines = firstLines(text)
  const counts = lines.map((line) => marks.map((mark) => ({ mark, total: countOf(mark, line) })))
  const steady = counts.flatMap((line, at) =>
    line.filter(({ total }, mark) => total > 0 && counts[at + 1]?.[mark]?.total === total),
  )
  const candidates = steady.length > 0 ? steady : (counts[0] ?? [])
  const best = candidates.reduce((most, one) => (one.total > most.total ? one : most), {
    mark: ',',
    total: 0,
  })
  return { delimiter: best.mark, rest: text }
}

/**
 * How many records are above the column names: a title, the shop's name, the days of a report. The
 * names are the first record with at least half as many filled cells as any of the first ones has.
 */
export function countTitleLines(records: readonly (readonly string[])[]): number {
  const filled = records
    .slice(0, maxTitleLines + 1)
    .map((record) => record.filter((cell) => cell.trim() !== '').length)
  const most = Math.max(0, ...filled)
  const first = filled.findIndex((count) => count >= 2 && count * 2 >= most)
  return Math.max(0, first)
}
