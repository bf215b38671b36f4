import { Link } from '@remix-run/react'
import { useDaysQuery } from './statistics-links.ts'

/** Shown with all view-through conversions, which must not be mistaken for the effect of nudges. */
export function AfterNote() {
  const days = useDaysQuery()
  return (
    <p className="figures__note">
      Who reached a goal after seeing a nudge might have reached it anyway. What the nudges changed:{' '}
      <Link className="text-link" to={`/statistics/effect${days}`}>
        Effect of the nudges
      </Link>
      .
    </p>
  )
}
