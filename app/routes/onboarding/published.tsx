import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { formatNames } from '#app/lib/name-list.ts'
import { describeUnseen } from '#app/presenters/onboarding/describe-unseen.ts'
import { countWithNoun } from '#app/ui/format/format-number.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { LiveStatus } from '#app/ui/live-status.tsx'
import { LogoMark } from '#app/ui/logo.tsx'
import type { PublishView } from './read-publish.server.ts'

type Check = { name: string; isDone: boolean; words: ReactNode }

type PublishedProps = Pick<
  PublishView,
  'site' | 'seenAt' | 'impressions' | 'goals' | 'awaiting' | 'heldBack' | 'arm'
>

/**
 * Conditions for visitors to see the nudge, each item turning green automatically. Missing data is
 * explained above.
 */
export function Published(view: PublishedProps) {
  const { site, seenAt, goals, awaiting } = view
  const hasData = awaiting === null
  const isShown = hasData && seenAt !== null
  const checks: Check[] = [
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
    ...(hasData ? [{ name: 'data', isDone: true, words: 'Data is ready to show' }] : []),
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
    ...(isShown ? [describeSeen(view)] : []),
  ]

  return (
    <>
      {isShown && (
        <span className="live-mark" aria-hidden>
          <LogoMark />
        </span>
      )}
      {checks.map(({ name, isDone, words }) => (
        <LiveStatus key={name} isDone={isDone}>
          {words}
        </LiveStatus>
      ))}
      <div className="row gap-20">
        <Button {...(isShown ? { variant: 'primary' as const } : {})} size="large" url="/">
          Go to dashboard
        </Button>
      </div>
    </>
  )
}

const describeSeen = ({ impressions, heldBack, arm }: PublishedProps): Check => ({
  name: 'seen',
  isDone: impressions > 0,
  words:
    impressions > 0
      ? `Seen ${countWithNoun(impressions, 'time')} by visitors`
      : describeUnseen(heldBack, arm),
})
