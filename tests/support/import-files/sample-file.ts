/** A file as a shop system exports it: its real column names, and orders of our own. */

export type SampleRow = Readonly<Record<string, string>>

export type SampleFile = {
  /** The language of its column names. */
  language: 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl'
  head: string
  /** By column names; others are empty. */
  rows: readonly SampleRow[]
}

/** Names in a header line, which can be quoted. */
export const namesIn = (head: string, delimiter = ','): string[] =>
  [
    ...head.matchAll(
      new RegExp(`"([^"]*)"|([^"${delimiter}]+)|(?<=${delimiter}|^)(?=${delimiter})`, 'g'),
    ),
  ].map(([, quoted, plain]) => quoted ?? plain ?? '')

const quoted = (cell: string) =>
  /[",;|\n\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

/** The file's text, with `\r\n` between lines as most exports have. */
export const textOfSample = ({ head, rows }: Pick<SampleFile, 'head' | 'rows'>): string => {
  const names = namesIn(head)
  const lines = rows.map((row) => names.map((name) => quoted(row[name] ?? '')).join(','))
  return [head, ...lines].join('\r\n')
}
