/** Heading, navigation and styles of all data screens. */
import type { LinksFunction } from '@remix-run/node'
import type { ReactNode } from 'react'
import { links as siteLinks } from '#app/ui/site-screens.ts'
import { savedViewLinks } from '#app/ui/views/saved-views.tsx'
import { TabbedScreen } from '#app/ui/tabs.tsx'
import dataFeedsCss from './data-feeds.css?url'

export const links: LinksFunction = () => [
  ...siteLinks(),
  ...savedViewLinks,
  { rel: 'stylesheet', href: dataFeedsCss },
]

const tabs = [
  { to: '/data-feeds', label: 'Purchases', isExact: true },
  { to: '/data-feeds/signups', label: 'Sign-ups' },
  { to: '/data-feeds/reviews', label: 'Reviews' },
  { to: '/data-feeds/products', label: 'Products' },
  { to: '/data-feeds/messages', label: 'Messages' },
  { to: '/data-feeds/counts', label: 'Live counts' },
  { to: '/data-feeds/exclusions', label: 'Exclusions' },
  { to: '/data-feeds/imports', label: 'Imports' },
]

const lead =
  'Everything your shop has reported. Nudges are built from this data, and it can’t be edited.'

export const DataFeedsLayout = ({ children }: { children: ReactNode }) => (
  <TabbedScreen title="Data feeds" lead={lead} tabs={tabs}>
    {children}
  </TabbedScreen>
)
