import type { TableName } from '#app/domain/stats/tables.server.ts'
import { useDaysQuery } from './statistics-links.ts'
import { DownloadLink } from '#app/ui/download-link.tsx'

/** Downloads a table as a file, without navigation. */
export function Download({ table }: { table: TableName }) {
  const days = useDaysQuery()
  const address = `/statistics/export${days}${days === '' ? '?' : '&'}table=${table}`
  return (
    <p className="download">
      <DownloadLink to={address}>Download as CSV</DownloadLink>
    </p>
  )
}
