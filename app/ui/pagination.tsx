/** The way through a list that the server hands out page by page. */
import { Link } from '@remix-run/react'

type PagesProps = {
  /** Where the list begins; null on its first page. */
  first: string | null
  /** The next page; null on the last one. */
  next: string | null
  /** What stands in the list, such as "purchases". */
  of: string
}

export function Pagination({ first, next, of }: PagesProps) {
  if (first === null && next === null) return null
  return (
    <nav className="pages" aria-label={`Pages of ${of}`}>
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
