import { Link, matchPath, useLocation } from '@remix-run/react'
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

type Entry = {
  to: string
  label: string
  icon: typeof HomeIcon
  /** Address above the area's screens, when it isn't `to`. */
  area?: string
}

type NavigationProps = {
  /** Uuid of the current site. Null when the person has none. */
  site: string | null
  /** Number of the current organization. Null when the person has none. */
  team: number | null
}

/** Only what is built, so no entry leads to a not-found page. */
const listEntries = ({ site, team }: NavigationProps): Entry[] => [
  { to: '/', label: 'Home', icon: HomeIcon },
  {
    to: '/popup-nudges/list',
    label: 'Popup nudges',
    icon: NotificationIcon,
    area: '/popup-nudges',
  },
  { to: '/inline-nudges', label: 'Inline nudges', icon: TextBlockIcon },
  { to: '/goals', label: 'Goals', icon: FlagIcon },
  { to: '/statistics', label: 'Statistics', icon: ChartVerticalIcon },
  { to: '/data-feeds', label: 'Data feeds', icon: DatabaseIcon },
  { to: '/site-settings', label: 'Site settings', icon: SettingsIcon },
  ...(site === null ? [] : [{ to: `/pixel/${site}`, label: 'Pixel', icon: CodeIcon }]),
  team === null
    ? { to: '/settings/teams', label: 'Organizations', icon: TeamIcon }
    : {
        to: `/settings/teams/${String(team)}`,
        label: 'Organization',
        icon: TeamIcon,
        area: '/settings/teams',
      },
]

export function Navigation(props: NavigationProps) {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Main">
      <ul className="shell-nav">
        {listEntries(props).map(({ to, label, icon: Icon, area = to }) => (
          <li key={label}>
            <Link
              to={to}
              aria-current={isWithin(area, pathname) ? 'page' : undefined}
              className="shell-nav__entry"
            >
              <Icon aria-hidden />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const isWithin = (area: string, path: string) =>
  matchPath({ path: area, end: area === '/' }, path) !== null
