/** The webhooks of a site. */
import { Link } from '@remix-run/react'
import { webhookEvents } from '#app/contract/webhooks.ts'
import { eventLabels, type Endpoint } from '#app/domain/webhooks/endpoint.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { EndpointBadge } from './endpoint-badge.tsx'

type EndpointTableProps = { endpoints: readonly Endpoint[]; now: Date }

export const EndpointTable = ({ endpoints, now }: EndpointTableProps) => (
  <Table
    caption="Webhooks of this site"
    columns={[
      { label: 'URL' },
      { label: 'Events' },
      { label: 'Last delivered', about: 'When the URL last answered that it got an event.' },
      { label: 'Status' },
    ]}
  >
    {endpoints.map((endpoint) => (
      <Row key={endpoint.uuid}>
        <RowHead>
          <Link
            className="text-link break-anywhere"
            to={`/site-settings/webhooks/${endpoint.uuid}`}
          >
            {endpoint.url}
          </Link>
          {endpoint.token !== null && (
            <span className="table__below muted">Added with the API token “{endpoint.token}”</span>
          )}
        </RowHead>
        <Cell label="Events">
          {endpoint.events.length === webhookEvents.length
            ? 'All events'
            : endpoint.events.map((event) => eventLabels[event].name).join(', ')}
        </Cell>
        <Cell label="Last delivered">
          {endpoint.lastDeliveredAt ? (
            <RelativeTime at={endpoint.lastDeliveredAt} now={now} />
          ) : (
            'Never'
          )}
        </Cell>
        <Cell label="Status">
          <EndpointBadge endpoint={endpoint} />
        </Cell>
      </Row>
    ))}
  </Table>
)
