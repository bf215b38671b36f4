import type { ReactNode } from 'react'

/** A link to another website, which leaves the open screen and its form as they are. */
export const NewTabLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a className="text-link" href={to} target="_blank" rel="noopener noreferrer">
    {children}
    <span className="visually-hidden"> (opens in a new tab)</span>
  </a>
)
