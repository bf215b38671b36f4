import type { ReactNode } from 'react'

/**
 * For a link that leaves the product: in an admin's frame, another website must not take its place.
 */
export const inNewTab = { target: '_blank', rel: 'noopener noreferrer' } as const

/** A link to another website, which leaves the open screen and its form as they are. */
export const NewTabLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a className="text-link" href={to} {...inNewTab}>
    {children}
    <span className="visually-hidden"> (opens in a new tab)</span>
  </a>
)
