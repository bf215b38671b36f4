import { Link } from '@remix-run/react'
import { Button } from '@shopify/polaris'
import type { ReactNode } from 'react'
import { formatNames } from '#app/lib/name-list.ts'
import { countWithNoun } from '#app/ui/format/format-number.ts'
import { LiveStatus } from '#app/ui/live-status.tsx'
import { LogoMark } from '#app/ui/logo.tsx'
import type { PublishView } from './read-publish.server.ts'

type PublishedProps = Pick<PublishView, 'site' | 'seenAt' | 'impressions' | 'goals'> & {
  isShown: boolean
}

/** What visitors need to see the nudge, each item turning green automatically. */
export function Published({ site, seenAt, impressions, goals, isShown }: PublishedProps) {
  const checks: { name: string; isDone: boolean; words: ReactNode }[] = [
    {
      name: 'pixel',
      isDone: seenAt !== null,
      words:
        seenAt === null ? (
          <>
            We haven’t heard from your pixel yet.{' '}
            <Link className="text-link" to="/onboarding?step=install">
              Install the pixel
            </Link>
          </>
        ) : (
          `Pixel installed on ${site.host}`
        ),
    },
    {
      name: 'data',
      isDone: isShown,
      words: isShown ? (
        'Data is ready to show'
      ) : (
        <>
          No data yet. The nudge stays hidden until some arrives.{' '}
          <Link className="text-link" to="/onboarding?step=nudge">
            Learn how to send data
          </Link>
        </>
      ),
    },
    {
      name: 'goal',
      isDone: goals.length > 0,
      words:
        goals.length > 0 ? (
          `${goals.length === 1 ? 'Goal' : 'Goals'}: ${formatNames(goals, 3)}`
        ) : (
          <>
            No goal set yet.{' '}
            <Link className="text-link" to="/goals">
              Set a goal
            </Link>
          </>
        ),
    },
    {
      name: 'seen',
      isDone: impressions > 0,
      words:
        impressions > 0
          ? `Seen ${countWithNoun(impressions, 'time')} by visitors`
          : 'No impressions from visitors yet. Open your shop below to see your nudge yourself. Your own visit isn’t counted.',
    },
  ]

  return (
    <>
      <span className="live-mark" aria-hidden>
        <LogoMark />
      </span>
      {checks.map(({ name, isDone, words }) => (
        <LiveStatus key={name} isDone={isDone}>
          {words}
        </LiveStatus>
      ))}
      <div className="step__actions">
        <Button variant="primary" size="large" url="/">
          Go to dashboard
        </Button>
      </div>
    </>
  )
}
