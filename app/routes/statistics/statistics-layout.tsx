/** Heading, navigation, days and styles of the statistics screens. */
import type { LinksFunction } from '@remix-run/node'
import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import chartCss from '#app/ui/charts/chart.css?url'
import { Empty } from '#app/ui/empty.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { links as siteLinks } from '#app/ui/site-screens.ts'
import { TabbedScreen } from '#app/ui/tabs.tsx'
import { useDaysQuery } from './statistics-links.ts'
import { DayPicker } from './day-picker.tsx'
import type { StatisticsLayoutData } from './statistics-layout.server.ts'
import statisticsCss from './statistics.css?url'

export const links: LinksFunction = () => [
  ...siteLinks(),
  { rel: 'stylesheet', href: chartCss },
  { rel: 'stylesheet', href: statisticsCss },
]

type StatisticsProps = {
  frame: StatisticsLayoutData
  /** Its numbers don't depend on the days. */
  hasNoDays?: boolean
  /** Compares with the previous period. */
  isCompared?: boolean
  children: ReactNode
}

const screens = [
  { path: '/statistics', label: 'Overview', isExact: true },
  { path: '/statistics/effect', label: 'Effect' },
  { path: '/statistics/nudges', label: 'By nudge' },
  { path: '/statistics/pages', label: 'By page and more' },
  { path: '/statistics/products', label: 'By product' },
  { path: '/statistics/not-shown', label: 'Not shown' },
  { path: '/statistics/speed', label: 'Speed' },
  { path: '/statistics/meter', label: 'Plan use' },
  { path: '/statistics/reports', label: 'Mails' },
]

export function StatisticsLayout(props: StatisticsProps) {
  const { frame, hasNoDays = false, isCompared = false, children } = props
  const days = useDaysQuery()
  const { host, isWaiting } = frame
  return (
    <TabbedScreen
      title="Statistics"
      lead={`What happened on ${host}. All days are those of UTC.`}
      tabs={screens.map(({ path, ...screen }) => ({ to: path + days, ...screen }))}
    >
      {isWaiting && !hasNoDays ? (
        <Waiting />
      ) : (
        <>
          {!hasNoDays && <DayPicker frame={frame} isComparable={isCompared} />}
          {children}
        </>
      )}
    </TabbedScreen>
  )
}

const Waiting = () => (
  <Panel>
    <Empty
      title="Nothing was counted yet"
      action={
        <Link className="text-link" to="/onboarding?step=install">
          Install the pixel
        </Link>
      }
    >
      <p>
        Figures appear here as soon as a page of your site has loaded the pixel: visitors first,
        impressions once a nudge is published.
      </p>
    </Empty>
  </Panel>
)
