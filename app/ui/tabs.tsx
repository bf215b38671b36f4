/** Navigation between the screens of one area. Each has its own URL. */
import { NavLink } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Screen } from './screen.tsx'

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

type TabbedScreenProps = {
  title: string
  lead: string
  tabs: readonly Tab[]
  children: ReactNode
}

/** A screen of an area with tabs. Its parts are spaced evenly. */
export const TabbedScreen = ({ title, lead, tabs, children }: TabbedScreenProps) => (
  <Screen title={title} lead={lead}>
    <Tabs label={title} tabs={tabs} />
    <div className="parts">{children}</div>
  </Screen>
)
