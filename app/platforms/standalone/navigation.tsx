import { Link, matchPath, useLocation, useNavigation } from '@remix-run/react'
import {
  listNavigation,
  type NavigationEntry,
  type NavigationPlace,
} from '#app/platforms/navigation-entries.ts'
import { navigationIcons } from '#app/platforms/navigation-icons.ts'
import { pendingPath } from './skeleton-kind.ts'

/** Marks the screen that was chosen from the press on, so that never two entries are lit. */
export function Navigation(props: NavigationPlace) {
  const { pathname: here } = useLocation()
  const pathname = pendingPath(useNavigation(), here) ?? here
  const entries = listNavigation(props)
  return (
    <nav aria-label="Main">
      <ul className="shell-nav plain-list stack">
        {entries.map((entry, at) => {
          const heading = entry.group?.heading
          const isFirst = heading !== entries[at - 1]?.group?.heading
          return (
            <li key={entry.label}>
              {heading && isFirst && <p className="shell-heading">{heading}</p>}
              <Entry {...entry} pathname={pathname} />
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Screen readers, which jump from link to link, hear the whole label without the heading. */
const Entry = (props: NavigationEntry & { pathname: string }) => {
  const { to, label, icon, area = to, group, pathname } = props
  const Icon = navigationIcons[icon]
  return (
    <Link
      to={to}
      aria-label={group && label}
      aria-current={isWithin(area, pathname) ? 'page' : undefined}
      className="menu-entry shell-nav__entry"
    >
      <Icon aria-hidden />
      {group?.label ?? label}
    </Link>
  )
}

const isWithin = (area: string, path: string) =>
  matchPath({ path: area, end: area === '/' }, path) !== null
