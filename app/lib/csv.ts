/** Tables as CSV files for spreadsheets. */

export type CsvCell = string | number | null

/** Text that a spreadsheet would run as a formula, also in full-width signs: OWASP, CSV injection. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

const byteOrderMark = '\uFEFF'

/** RFC 4180, in UTF-8 with the byte order mark that spreadsheets recognize it by. */
export const csvOf = (rows: readonly (readonly CsvCell[])[]): string =>
  byteOrderMark + rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

/** @param name in ASCII, without quotes */
export const csvFile = (name: string, rows: readonly (readonly CsvCell[])[]) =>
  new Response(csvOf(rows), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  })

function cellOf(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)

  const harmless = formula.test(cell) ? `'${cell}` : cell
  // On text full of quotes, `replaceAll` costs more per character the longer the text is.
  return /[",\r\n]/.test(harmless) ? `"${harmless.split('"').join('""')}"` : harmless
}
