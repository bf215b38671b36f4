/** The way from something that the plan doesn't include to the plans. */
import { Link } from '@remix-run/react'

/** The screen of plans says whom to ask when only the owner can choose one. */
export const plansPath = '/billing'

type GateLinkProps = { label?: string; to?: string }

/** @param to the plans of another organization than the current one */
export const GateLink = ({ label = 'Compare plans', to = plansPath }: GateLinkProps) => (
  <Link className="text-link" to={to}>
    {label}
  </Link>
)
