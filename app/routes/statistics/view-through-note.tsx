import { Link } from '@remix-run/react'
import { useDaysQuery } from './statistics-links.ts'

/** Beside every figure of goals after seeing: it must not be taken for what the nudges did. */
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
