import { formatAge, formatDateTime } from './format-time.ts'

/** @param now the server's time, from the loader */
export function RelativeTime({ at, now }: { at: Date; now: Date }) {
  return (
    <time dateTime={at.toISOString()} title={formatDateTime(at)}>
      {formatAge(at, now)}
    </time>
  )
}
