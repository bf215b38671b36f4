/** A webhook that we sent, and the list of them. */
import { Link } from '@remix-run/react'
import type {
  OpenedWebhook,
  SentWebhook,
} from '#app/presenters/kiosk/operation/deliveries.server.ts'
import { formatCount } from '#app/ui/format/format-number.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { Facts } from '../facts.tsx'
import { ContentActs } from './content-acts.tsx'
import { TeamLink } from './team-link.tsx'

type WebhookTableProps = {
  rows: readonly SentWebhook[]
  now: Date
  addressOf: (id: number) => string
}

export const WebhookTable = ({ rows, now, addressOf }: WebhookTableProps) => (
  <Table
    caption="Webhooks"
    columns={[
      { label: 'Event' },
      { label: 'Sent to' },
      { label: 'Organization' },
      { label: 'Happened' },
      { label: 'Status' },
    ]}
  >
    {rows.map((webhook) => (
      <Row key={webhook.id}>
        <RowHead>
          <Link className="text-link" to={addressOf(webhook.id)}>
            {webhook.type}
          </Link>
        </RowHead>
        <Cell label="Sent to">{webhook.host}</Cell>
        <Cell label="Organization">
          <TeamLink id={webhook.teamId} name={webhook.team} />
        </Cell>
        <Cell label="Happened">
          <RelativeTime at={webhook.happenedAt} now={now} />
        </Cell>
        <Cell label="Status">
          <Status webhook={webhook} />
        </Cell>
      </Row>
    ))}
  </Table>
)

function Status({ webhook: { state, attempts } }: { webhook: SentWebhook }) {
  switch (state) {
    case 'delivered':
      return <Badge tone="success">Delivered</Badge>
    case 'failed':
      return <Badge tone="critical">Failed</Badge>
    case 'waiting':
      return attempts === 0 ? (
        <Badge tone="info">Waiting</Badge>
      ) : (
        <Badge tone="attention">Trying again</Badge>
      )
  }
}

const sending = {
  action: 'Send again',
  about: 'The same ID and content are sent once more, with all attempts.',
}

type WebhookPanelProps = {
  webhook: OpenedWebhook
  /** The list without it. */
  back: string
}

export function WebhookPanel({ webhook, back }: WebhookPanelProps) {
  const { id, masked, state, isPaused, attemptsMade, lastActId } = webhook
  const hidden = { list: 'sent', id: String(id), lastActId: String(lastActId) }
  return (
    <Panel>
      <h2 className="part-title">{`Webhook ${String(id)}: ${webhook.type}`}</h2>
      <Facts
        facts={{
          Status: <Status webhook={webhook} />,
          'Sent to': `${webhook.host}${isPaused ? ', paused' : ''}`,
          Organization: <TeamLink id={webhook.teamId} name={webhook.team} />,
          Site: webhook.site,
          Happened: formatDateTime(webhook.happenedAt),
          'Next attempt': state === 'waiting' && !isPaused ? formatDateTime(webhook.dueAt) : 'None',
        }}
      />
      {attemptsMade.length > 0 && (
        <Table
          caption="Attempts"
          columns={[{ label: 'When' }, { label: 'Answer' }, { label: 'Took', isNumber: true }]}
        >
          {attemptsMade.map((attempt) => (
            <Row key={attempt.id}>
              <RowHead>{formatDateTime(attempt.at)}</RowHead>
              <Cell label="Answer">{attempt.status ?? `None: ${attempt.fault ?? 'unknown'}`}</Cell>
              <Cell label="Took" isNumber>
                {formatCount(attempt.millis)} ms
              </Cell>
            </Row>
          ))}
        </Table>
      )}
      <ContentActs
        id={String(id)}
        masked={masked}
        hidden={hidden}
        again={state === 'waiting' || isPaused ? null : sending}
      />
      {isPaused && (
        <p className="part-lead">
          The webhook is paused. The organization has to resume it before this can be sent again.
        </p>
      )}
      <p className="row gap-16 mt-16">
        <Link className="text-link" to={back}>
          Close
        </Link>
      </p>
    </Panel>
  )
}
