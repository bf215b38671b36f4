import type { SmartState } from '#app/presenters/smart-webhooks/smart-webhook.server.ts'
import { Badge } from '#app/ui/kit/badge.tsx'

export function SmartStateBadge({ state }: { state: SmartState }) {
  switch (state) {
    case 'active':
      return <Badge tone="success">Active</Badge>
    case 'draft':
      return <Badge>Not active</Badge>
    case 'waiting':
      return <Badge tone="info">Not set up</Badge>
    case 'paused':
      return <Badge>Paused</Badge>
    case 'lost':
      return <Badge tone="critical">Needs attention</Badge>
  }
}
