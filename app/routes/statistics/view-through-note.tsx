import { Link } from '@remix-run/react'
import { useDaysQuery } from './statistics-links.ts'

/** Shown with all view-through conversions, which must not be mistaken for the effect of nudges. */
export function AfterNote() {
  const days = useDaysQuery()
  return (
    <p className="mt-12 muted prose">
      Visitors who converted after seeing a nudge might have converted anyway. To see what nudges
      changed, go to{' '}
      <Link className="text-link" to={`/statistics/effect${days}`}>
        Impact
      </Link>
      .
    </p>
  )
}
