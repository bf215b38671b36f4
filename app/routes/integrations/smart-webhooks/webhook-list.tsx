import { Link } from '@remix-run/react'
import type { SmartWebhookLine } from '#app/presenters/smart-webhooks/list.server.ts'
import { Panel } from '#app/ui/panel.tsx'
import { SmartStateBadge } from './smart-state-badge.tsx'

export const WebhookList = ({ lines }: { lines: readonly SmartWebhookLine[] }) => (
  <Panel>
    <h2 className="part-title">Your smart webhooks</h2>
    <ul className="rows">
      {lines.map(({ uuid, name, state, recipe }) => (
        <li key={uuid} className="rows__row break-anywhere">
          <Link className="text-link" to={`/integrations/smart-webhook/${uuid}/edit`}>
            {name}
          </Link>
          <span>
            {recipe && <span className="muted small">{recipe.label} </span>}
            <SmartStateBadge state={state} />
          </span>
        </li>
      ))}
    </ul>
  </Panel>
)
