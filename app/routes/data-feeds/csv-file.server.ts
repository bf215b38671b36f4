import { csvOf } from '#app/lib/csv.ts'
import { type CsvCell } from '#app/lib/csv.ts'

/** @param name in ASCII, without quotes */
export const csvFile = (name: string, rows: readonly (readonly CsvCell[])[]) =>
  new Response(csvOf(rows), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  })
