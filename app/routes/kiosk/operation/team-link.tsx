/** An organization’s page in the kiosk. */
import { Link } from '@remix-run/react'

type TeamLinkProps = {
  /** Null: it isn’t known. */
  id: number | null
  name: string | null
}

export const TeamLink = ({ id, name }: TeamLinkProps) =>
  id === null ? (
    'Unknown'
  ) : (
    <Link className="text-link" to={`/kiosk/teams/${String(id)}`}>
      {name ?? `Organization ${String(id)}`}
    </Link>
  )
