import { Link, matchPath, useLocation } from '@remix-run/react'
import { listNavigation, type NavigationPlace } from '#app/platforms/navigation-entries.ts'

export function Navigation(props: NavigationPlace) {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Main">
      <ul className="shell-nav">
        {listNavigation(props).map(({ to, label, icon: Icon, area = to }) => (
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
