/** Navigation between the screens of one area, or the parts of one. Each has its own URL. */
import { Link, NavLink, useLocation } from '@remix-run/react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { ScreenAction } from '#app/browser/host.ts'
import { Screen } from './screen.tsx'

type Tab = {
  to: string
  label: string
  isExact?: boolean
  /** For parts of one screen, whose addresses differ only in the query. */
  isCurrent?: boolean
}

type TabsProps = { label: string; tabs: readonly Tab[] }

/** One line, which scrolls sideways where it is too long. The current tab is always in view. */
export function Tabs({ label, tabs }: TabsProps) {
  const line = useRef<HTMLElement>(null)
  const { pathname, search } = useLocation()

  useEffect(() => {
    const { current } = line
    const tab = current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (!current || !tab) return
    current.scrollLeft = tab.offsetLeft - (current.clientWidth - tab.offsetWidth) / 2
  }, [pathname, search])

  return (
    <nav ref={line} aria-label={label} className="tabs">
      {tabs.map(({ to, label: name, isExact = false, isCurrent }) =>
        isCurrent === undefined ? (
          <NavLink key={to} to={to} end={isExact} className="tabs__entry">
            {name}
          </NavLink>
        ) : (
          <Link
            key={to}
            to={to}
            preventScrollReset
            className="tabs__entry"
            {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
          >
            {name}
          </Link>
        ),
      )}
    </nav>
  )
}

type TabbedScreenProps = {
  title: string
  lead: string
  action?: ScreenAction | undefined
  tabs: readonly Tab[]
  children: ReactNode
}

/** A screen of an area with tabs. Its parts are spaced evenly. */
export const TabbedScreen = ({ title, lead, action, tabs, children }: TabbedScreenProps) => (
  <Screen title={title} lead={lead} action={action}>
    <Tabs label={title} tabs={tabs} />
    <div className="parts">{children}</div>
  </Screen>
)
