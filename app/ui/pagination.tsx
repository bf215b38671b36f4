/** Pagination of a list with cursors. */
import { Link } from '@remix-run/react'

type PagesProps = {
  /** Link to the first page; null on it. */
  first: string | null
  /** Link to the next page; null on the last one. */
  next: string | null
  /** The items in the list, for example "purchases". */
  of: string
}

export function Pagination({ first, next, of }: PagesProps) {
  if (first === null && next === null) return null
  return (
    <nav className="row gap-20 mt-16" aria-label={`Pages of ${of}`}>
      {first !== null && (
        <Link className="text-link" to={first}>
          First page
        </Link>
      )}
      {next !== null && (
        <Link className="text-link" to={next}>
          Next page
        </Link>
      )}
    </nav>
  )
}
