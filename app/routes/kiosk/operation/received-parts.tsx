/** A delivery that we received, and the list of them. */
import { Link } from '@remix-run/react'
import type {
  OpenedDelivery,
  ReceivedDelivery,
} from '#app/presenters/kiosk/operation/deliveries.server.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { Facts } from '../facts.tsx'
import { ContentActs } from './content-acts.tsx'
import { TeamLink } from './team-link.tsx'

type DeliveryTableProps = {
  rows: readonly ReceivedDelivery[]
  now: Date
  addressOf: (id: number) => string
}

export const DeliveryTable = ({ rows, now, addressOf }: DeliveryTableProps) => (
  <Table
    caption="Deliveries"
    columns={[
      { label: 'Event' },
      { label: 'Service' },
      { label: 'Organization' },
      { label: 'Received' },
      { label: 'Status' },
    ]}
  >
    {rows.map((delivery) => (
      <Row key={delivery.id}>
        <RowHead>
          <Link className="text-link" to={addressOf(delivery.id)}>
            {delivery.topic || 'Unnamed'}
          </Link>
        </RowHead>
        <Cell label="Service">{delivery.service}</Cell>
        <Cell label="Organization">
          <TeamLink id={delivery.teamId} name={delivery.team} />
        </Cell>
        <Cell label="Received">
          <RelativeTime at={delivery.receivedAt} now={now} />
        </Cell>
        <Cell label="Status" isText>
          <Status delivery={delivery} />
        </Cell>
      </Row>
    ))}
  </Table>
)

function Status({ delivery: { state, attempts, fault } }: { delivery: ReceivedDelivery }) {
  switch (state) {
    case 'done':
      return <Badge tone="success">Processed</Badge>
    case 'failed':
      return (
        <>
          <Badge tone="critical">Failed</Badge> {reasonOf(fault)}
        </>
      )
    case 'waiting':
      return attempts === 0 ? (
        <Badge tone="info">Waiting</Badge>
      ) : (
        <>
          <Badge tone="attention">Trying again</Badge> {reasonOf(fault)}
        </>
      )
  }
}

/** Faults are sentences, or names of errors. */
const reasonOf = (fault: string | null) =>
  fault === 'erased' ? 'The content was erased for a person.' : fault || 'No reason was stored.'

const processing = {
  action: 'Process again',
  about: 'It’s processed as if it had just arrived. Nothing is stored twice.',
}

type DeliveryPanelProps = {
  delivery: OpenedDelivery
  /** The list without it. */
  back: string
}

export function DeliveryPanel({ delivery, back }: DeliveryPanelProps) {
  const { id, masked, state, lastActId } = delivery
  const hidden = { list: 'received', id: String(id), lastActId: String(lastActId) }
  return (
    <Panel>
      <h2 className="part-title">{`Delivery ${String(id)}: ${delivery.topic || 'unnamed'}`}</h2>
      <Facts
        facts={{
          Status: <Status delivery={delivery} />,
          Service: `${delivery.service}, ${delivery.isOfApp ? 'to the app' : 'to a connection'}`,
          Organization: <TeamLink id={delivery.teamId} name={delivery.team} />,
          Account: delivery.account || '–',
          'Provider’s ID': delivery.deliveryId,
          Received: formatDateTime(delivery.receivedAt),
          Attempts: delivery.attempts,
          'Next attempt': state === 'waiting' ? formatDateTime(delivery.dueAt) : 'None',
        }}
      />
      {masked === null ? (
        <p className="part-lead">
          The content was removed: after 7 days, after it was processed, or for a person who was
          erased. It can’t be processed again.
        </p>
      ) : (
        <ContentActs
          id={String(id)}
          masked={masked}
          hidden={hidden}
          again={state === 'waiting' ? null : processing}
        />
      )}
      <p className="row gap-16 mt-16">
        <Link className="text-link" to={back}>
          Close
        </Link>
      </p>
    </Panel>
  )
}
