/** Heading, navigation and styles of the screens for popup nudges and inline nudges. */
import type { LinksFunction } from '@remix-run/node'
import type { ReactNode } from 'react'
import type { ScreenAction } from '#app/browser/host.ts'
import { links as siteLinks } from '#app/ui/site-screens.ts'
import { savedViewLinks } from '#app/ui/views/saved-views.tsx'
import { TabbedScreen } from '#app/ui/tabs.tsx'
import thumbnailCss from '#app/ui/nudge-preview/thumbnail.css?url'
import nudgeListsCss from './nudge-lists.css?url'

export const links: LinksFunction = () => [
  ...siteLinks(),
  ...savedViewLinks,
  { rel: 'stylesheet', href: thumbnailCss },
  { rel: 'stylesheet', href: nudgeListsCss },
]

const popups = [
  { to: '/popup-nudges/list', label: 'Your nudges' },
  { to: '/popup-nudges', label: 'Library', isExact: true },
]
const inlines = [
  { to: '/inline-nudges', label: 'Your nudges', isExact: true },
  { to: '/inline-nudges/library', label: 'Library' },
]

type FrameProps = {
  surface: 'popup' | 'inline'
  action?: ScreenAction | undefined
  children: ReactNode
}

export const NudgesLayout = ({ surface, action, children }: FrameProps) =>
  surface === 'popup' ? (
    <TabbedScreen
      title="Popup nudges"
      lead="Small cards that pop up at the edge of your pages."
      action={action}
      tabs={popups}
    >
      {children}
    </TabbedScreen>
  ) : (
    <TabbedScreen
      title="Inline nudges"
      lead="Messages built into your pages, for example below the price."
      action={action}
      tabs={inlines}
    >
      {children}
    </TabbedScreen>
  )
