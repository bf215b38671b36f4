/** The way from something that the plan doesn't include to the plans. */
import { Link } from '@remix-run/react'

/** The screen of plans says whom to ask when only the owner can choose one. */
export const plansPath = '/billing'

export const GateLink = ({ label = 'Compare plans' }: { label?: string }) => (
  <Link className="text-link" to={plansPath}>
    {label}
  </Link>
)
