import { Link } from '@remix-run/react'
import { Button } from '@shopify/polaris'
import type { ReactNode } from 'react'
import { LiveStatus } from '#app/ui/live-status.tsx'
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
            The pixel has not reported yet.{' '}
            <Link className="text-link" to="/onboarding?step=install">
              Install it
            </Link>
          </>
        ) : (
          `The pixel reported from ${site.host}`
        ),
    },
    {
      name: 'data',
      isDone: isShown,
      words: isShown ? (
        'There is something to tell'
      ) : (
        <>
          Nothing to tell yet: it stays quiet until data comes in.{' '}
          <Link className="text-link" to="/onboarding?step=nudge">
            How to send data
          </Link>
        </>
      ),
    },
    {
      name: 'goal',
      isDone: goals.length > 0,
      words:
        goals.length > 0 ? (
          `Goal: ${goals.join(', ')}`
        ) : (
          <>
            No goal yet.{' '}
            <Link className="text-link" to="/goals">
              Choose one
            </Link>
          </>
        ),
    },
    {
      name: 'seen',
      isDone: impressions > 0,
      words:
        impressions > 0
          ? 'A visitor has seen it'
          : `Nobody has seen it yet. Open a page of ${site.host} to be the first; in a hold-out you may be one who is shown nothing.`,
    },
  ]

  return (
    <>
      {checks.map(({ name, isDone, words }) => (
        <LiveStatus key={name} isDone={isDone}>
          {words}
        </LiveStatus>
      ))}
      <div className="step__actions">
        <Button variant="primary" size="large" url="/">
          Go to home
        </Button>
      </div>
    </>
  )
}
