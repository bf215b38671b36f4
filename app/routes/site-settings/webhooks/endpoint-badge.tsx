import type { Endpoint } from '#app/domain/webhooks/endpoint.ts'
import { Badge } from '#app/ui/kit/badge.tsx'

type EndpointBadgeProps = { endpoint: Pick<Endpoint, 'state' | 'pauseReason' | 'failingSince'> }

export function EndpointBadge({ endpoint }: EndpointBadgeProps) {
  const { state, pauseReason, failingSince } = endpoint
  if (state === 'paused') {
    return <Badge tone={pauseReason === 'owner' ? 'attention' : 'critical'}>Paused</Badge>
  }
  return failingSince === null ? (
    <Badge tone="success">On</Badge>
  ) : (
    <Badge tone="warning">Failing</Badge>
  )
}
