import type { TableName } from '#app/domain/stats/tables.server.ts'
import { useDaysQuery } from './statistics-links.ts'

/** Downloads a table as a file, without navigation. */
export function Download({ table }: { table: TableName }) {
  const days = useDaysQuery()
  const address = `/statistics/export${days}${days === '' ? '?' : '&'}table=${table}`
  return (
    <p className="download">
      <a className="text-link" href={address} download>
        Download as CSV
      </a>
    </p>
  )
}
