/** Heading and navigation of the screens for popup nudges and inline nudges. */
import type { ReactNode } from 'react'
import { Screen } from '#app/ui/screen.tsx'
import { Tabs } from '#app/ui/tabs.tsx'

const popups = [
  { to: '/popup-nudges', label: 'Gallery', isExact: true },
  { to: '/popup-nudges/list', label: 'Your popups' },
]
const inlines = [
  { to: '/inline-nudges', label: 'Your inline nudges', isExact: true },
  { to: '/inline-nudges/library', label: 'Library' },
]

type FrameProps = { surface: 'popup' | 'inline'; children: ReactNode }

export const NudgesLayout = ({ surface, children }: FrameProps) =>
  surface === 'popup' ? (
    <Screen title="Popup nudges" lead="Small cards that appear at the edge of your pages.">
      <Tabs label="Popup nudges" tabs={popups} />
      <div className="parts">{children}</div>
    </Screen>
  ) : (
    <Screen
      title="Inline nudges"
      lead="Lines that stand inside of your pages, such as below a price."
    >
      <Tabs label="Inline nudges" tabs={inlines} />
      <div className="parts">{children}</div>
    </Screen>
  )
