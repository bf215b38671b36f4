import { NavLink } from '@remix-run/react'
import { HomeIcon, TeamIcon } from '@shopify/polaris-icons'

/** Only what is built: no entry leads to a not-found page. */
const entries = [
  { to: '/', label: 'Home', icon: HomeIcon, isExact: true },
  { to: '/settings/teams', label: 'Organizations', icon: TeamIcon, isExact: false },
]

export function Navigation() {
  return (
    <nav aria-label="Main">
      <ul className="shell-nav">
        {entries.map(({ to, label, icon: Icon, isExact }) => (
          <li key={to}>
            <NavLink to={to} end={isExact} className="shell-nav__entry">
              <Icon aria-hidden />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
