/** Navigation between the screens of one area. Each has its own URL. */
import { NavLink } from '@remix-run/react'

type Tab = { to: string; label: string; isExact?: boolean }

export const Tabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <nav aria-label={label} className="tabs">
    {tabs.map(({ to, label: name, isExact = false }) => (
      <NavLink key={to} to={to} end={isExact} className="tabs__entry">
        {name}
      </NavLink>
    ))}
  </nav>
)
