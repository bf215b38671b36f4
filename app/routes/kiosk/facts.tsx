/** Names and values of a person or an organization. */
import type { ReactNode } from 'react'
import { exceptLifted, type RunningBoost } from '#app/domain/plans/except-lifted.ts'
import { Badge } from '#app/ui/kit/badge.tsx'

export const Facts = ({ facts }: { facts: Readonly<Record<string, ReactNode>> }) => (
  <dl className="kiosk-facts">
    {Object.entries(facts).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/**
 * State of the plan's limit. Nudges can be paused for other reasons, too, so this says nothing else
 * about them.
 */
export const LimitState = ({
  isReached,
  siteBoosts,
}: {
  isReached: boolean
  siteBoosts: readonly RunningBoost[]
}) =>
  isReached ? (
    <Badge tone="critical">{`Reached, nudges paused${exceptLifted(siteBoosts)}`}</Badge>
  ) : (
    'Not reached'
  )
