/** Heading, navigation, days and styles of the statistics screens. */
import type { LinksFunction } from '@remix-run/node'
import { useLocation } from '@remix-run/react'
import { useContext, type ReactNode } from 'react'
import chartCss from '#app/ui/charts/chart.css?url'
import dateFieldCss from '#app/ui/forms/date-field.css?url'
import { CountedUntil } from '#app/ui/counted-until.tsx'
import { Empty, type EmptyKind } from '#app/ui/empty.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { links as siteLinks } from '#app/ui/site-screens.ts'
import { TabbedScreen } from '#app/ui/tabs.tsx'
import { OpensSite } from '#app/ui/links/site-link.tsx'
import { useDaysQuery } from './statistics-links.ts'
import { DayPicker } from './day-picker.tsx'
import type { StatisticsLayoutData } from './statistics-layout.server.ts'
import statisticsCss from './statistics.css?url'

export const links: LinksFunction = () => [
  ...siteLinks(),
  { rel: 'stylesheet', href: chartCss },
  { rel: 'stylesheet', href: dateFieldCss },
  { rel: 'stylesheet', href: statisticsCss },
]

type StatisticsProps = {
  frame: StatisticsLayoutData
  /** Its numbers don't depend on the days. */
  hasNoDays?: boolean
  /** Shown when there is no data yet, too. */
  whileWaiting?: ReactNode
  /** Compares with the previous period. */
  isCompared?: boolean
  children: ReactNode
}

const screens = [
  { path: '/statistics', label: 'Overview', isExact: true },
  { path: '/statistics/effect', label: 'Impact' },
  { path: '/statistics/nudges', label: 'Nudges' },
  { path: '/statistics/pages', label: 'Breakdown' },
  { path: '/statistics/products', label: 'Products' },
  { path: '/statistics/not-shown', label: 'Why not shown' },
  { path: '/statistics/speed', label: 'Site speed' },
]

type Awaited = { kind: EmptyKind; words: string }

const awaitedOverview: Awaited = {
  kind: 'curve',
  words:
    'Visitors appear here once the pixel is installed, and impressions once you publish a nudge.',
}

/** Content that each screen will have, for sites without data. */
const awaited: Record<string, Awaited> = {
  '/statistics/effect': {
    kind: 'curve',
    words: 'See what your nudges change: visitors who can see them, compared with those who can’t.',
  },
  '/statistics/nudges': {
    kind: 'nudge',
    words: 'See how often each nudge is seen, clicked and dismissed.',
  },
  '/statistics/pages': {
    kind: 'table',
    words: 'See which pages, devices and countries your visitors come from.',
  },
  '/statistics/products': {
    kind: 'table',
    words: 'See which products are viewed and added to the cart.',
  },
  '/statistics/not-shown': {
    kind: 'table',
    words: 'See each reason why a nudge wasn’t shown, and how often.',
  },
  '/statistics/speed': {
    kind: 'curve',
    words: 'See how fast your pages are with and without nudges.',
  },
}

export function StatisticsLayout(props: StatisticsProps) {
  const { frame, hasNoDays = false, whileWaiting, isCompared = false, children } = props
  const days = useDaysQuery()
  const { host, zoneSentence, isWaiting } = frame
  return (
    <OpensSite.Provider value={frame.opensSite}>
      <TabbedScreen
        title="Statistics"
        lead={`How nudges perform on ${host}. ${zoneSentence}`}
        tabs={screens.map(({ path, ...screen }) => ({ to: path + days, ...screen }))}
      >
        {isWaiting && !hasNoDays ? (
          <>
            <Waiting />
            {whileWaiting}
          </>
        ) : (
          <>
            {!hasNoDays && <DayPicker frame={frame} isComparable={isCompared} />}
            <CountedUntil until={frame.countedUntil} now={frame.now} />
            {children}
          </>
        )}
      </TabbedScreen>
    </OpensSite.Provider>
  )
}

function Waiting() {
  const { pathname } = useLocation()
  const opensSite = useContext(OpensSite)
  const { kind, words } = awaited[pathname] ?? awaitedOverview
  return (
    <Panel>
      <Empty
        kind={kind}
        title="No data yet"
        action={opensSite && <Button url="/onboarding?step=install">Install the pixel</Button>}
      >
        <p>{words}</p>
      </Empty>
    </Panel>
  )
}
