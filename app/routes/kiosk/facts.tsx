/** Names and values of a person or an organization. */
import { Badge } from '@shopify/polaris'
import type { ReactNode } from 'react'

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

/** Of the plan. Nudges can be paused for other reasons, too, so this says nothing else about them. */
export const LimitState = ({ isReached }: { isReached: boolean }) =>
  isReached ? <Badge tone="critical">Reached, nudges paused</Badge> : 'Not reached'
