import { NavLink } from '@remix-run/react'
import {
  ChartVerticalIcon,
  CodeIcon,
  DatabaseIcon,
  HomeIcon,
  FlagIcon,
  NotificationIcon,
  SettingsIcon,
  TeamIcon,
  TextBlockIcon,
} from '@shopify/polaris-icons'

/**
 * Only what is built, so no entry leads to a not-found page. `:site` is the current site's uuid.
 */
const entries = [
  { to: '/', label: 'Home', icon: HomeIcon, isExact: true },
  { to: '/popup-nudges', label: 'Popup nudges', icon: NotificationIcon, isExact: false },
  { to: '/inline-nudges', label: 'Inline nudges', icon: TextBlockIcon, isExact: false },
  { to: '/goals', label: 'Goals', icon: FlagIcon, isExact: false },
  { to: '/statistics', label: 'Statistics', icon: ChartVerticalIcon, isExact: false },
  { to: '/data-feeds', label: 'Data feeds', icon: DatabaseIcon, isExact: false },
  { to: '/site-settings', label: 'Site settings', icon: SettingsIcon, isExact: false },
  { to: '/pixel/:site', label: 'Pixel', icon: CodeIcon, isExact: false },
  { to: '/settings/teams', label: 'Organizations', icon: TeamIcon, isExact: false },
]

/** @param site null when the person has none */
export function Navigation({ site }: { site: string | null }) {
  const reached = entries.filter(({ to }) => site !== null || !to.includes(':site'))
  return (
    <nav aria-label="Main">
      <ul className="shell-nav">
        {reached.map(({ to, label, icon: Icon, isExact }) => (
          <li key={to}>
            <NavLink
              to={to.replace(':site', site ?? '')}
              end={isExact}
              className="shell-nav__entry"
            >
              <Icon aria-hidden />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
