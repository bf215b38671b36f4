/** Links to screens of a site, on screens that people without the right to those can open, too. */
import { Link } from '@remix-run/react'
import { createContext, useContext, type ReactNode } from 'react'

/** Whether the viewer may open screens of the site: `site:view`. */
export const OpensSite = createContext(true)

type SiteLinkProps = {
  to: string
  /** Shown to people who can’t open it. Without it, they see nothing. */
  instead?: ReactNode
  children: ReactNode
}

/** A link for those who can open it. */
export const SiteLink = ({ to, instead = null, children }: SiteLinkProps) =>
  useContext(OpensSite) ? (
    <Link className="text-link" to={to}>
      {children}
    </Link>
  ) : (
    instead
  )
