import type { TableName } from '#app/domain/stats/tables.server.ts'
import { useDaysQuery } from './statistics-links.ts'
import { DownloadLink } from '#app/ui/links/download-link.tsx'

type DownloadProps = {
  table: TableName
  /** As in the URL. */
  filter?: string | null
  className?: string
}

/** Downloads a table as a file, without navigation. */
export function Download({ table, filter = null, className = 'mt-16' }: DownloadProps) {
  const days = useDaysQuery()
  const what = new URLSearchParams(filter === null ? { table } : { table, filter })
  const address = `/statistics/export${days}${days === '' ? '?' : '&'}${what.toString()}`
  return (
    <p className={className}>
      <DownloadLink to={address}>Download as CSV</DownloadLink>
    </p>
  )
}
