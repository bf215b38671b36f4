/** Heading and navigation of all data screens. */
import type { ReactNode } from 'react'
import { Screen } from '#app/ui/screen.tsx'
import { Tabs } from '#app/ui/tabs.tsx'

const tabs = [
  { to: '/data-feeds', label: 'Purchases', isExact: true },
  { to: '/data-feeds/signups', label: 'Sign-ups' },
  { to: '/data-feeds/reviews', label: 'Reviews' },
  { to: '/data-feeds/products', label: 'Products' },
  { to: '/data-feeds/messages', label: 'Messages' },
  { to: '/data-feeds/counts', label: 'Counts' },
  { to: '/data-feeds/exclusions', label: 'Exclusions' },
  { to: '/data-feeds/imports', label: 'Files' },
]

const lead = 'What your shop reported. Nudges tell these facts; nobody can change them.'

export const DataFeedsLayout = ({ children }: { children: ReactNode }) => (
  <Screen title="Data feeds" lead={lead}>
    <Tabs label="Data feeds" tabs={tabs} />
    <div className="parts">{children}</div>
  </Screen>
)
