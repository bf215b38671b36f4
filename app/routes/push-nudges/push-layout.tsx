/** Heading, tabs and styles of all screens of push nudges. */
import type { LinksFunction } from '@remix-run/node'
import type { ReactNode } from 'react'
import type { ScreenAction } from '#app/browser/host.ts'
import { links as siteLinks } from '#app/ui/site-screens.ts'
import { TabbedScreen } from '#app/ui/tabs.tsx'
import dateFieldCss from '#app/ui/forms/date-field.css?url'
import chartCss from '#app/ui/charts/chart.css?url'
import picturesCss from '#app/ui/push-pictures/push-pictures.css?url'
import pushCss from './push-nudges.css?url'

export const links: LinksFunction = () => [
  ...siteLinks(),
  { rel: 'stylesheet', href: chartCss },
  { rel: 'stylesheet', href: dateFieldCss },
  { rel: 'stylesheet', href: picturesCss },
  { rel: 'stylesheet', href: pushCss },
]

const tabs = [
  { to: '/push-nudges/prompt', label: 'Opt-in prompt' },
  { to: '/push-nudges/campaigns', label: 'Campaigns' },
  { to: '/push-nudges/automations', label: 'Automations' },
  { to: '/push-nudges/subscribers', label: 'Subscribers' },
  { to: '/push-nudges/delivery', label: 'Delivery' },
]

const lead = 'Messages to visitors who asked for them, also when they aren’t on your site.'

type PushLayoutProps = { action?: ScreenAction | undefined; children: ReactNode }

export const PushLayout = ({ action, children }: PushLayoutProps) => (
  <TabbedScreen title="Push nudges" lead={lead} action={action} tabs={tabs}>
    {children}
  </TabbedScreen>
)
