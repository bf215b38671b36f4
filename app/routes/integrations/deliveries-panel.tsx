import { Link } from '@remix-run/react'
import type { ConnectionView } from '#app/presenters/integrations/connection.server.ts'
import { Details } from '#app/ui/details.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { formatCount } from '#app/ui/format/format-number.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'

type Delivery = NonNullable<ConnectionView['deliveries']>[number]

type DeliveriesPanelProps = {
  deliveries: readonly Delivery[]
  shown: ConnectionView['shown']
  now: Date
  mayChange: boolean
}

/** More are one press away. */
const shownFirst = 5

/** Deliveries that the service sent during the last days. */
export const DeliveriesPanel = ({ deliveries, shown, now, mayChange }: DeliveriesPanelProps) => (
  <Panel>
    <h2 id="deliveries" tabIndex={-1} className="part-title">
      Deliveries
    </h2>
    <p className="part-lead">
      Webhooks of the last 7 days, newest first. Names, addresses and secrets are hidden.
    </p>
    {deliveries.length === 0 ? (
      <Empty title="No deliveries yet">
        A delivery appears here each time the service reports something new.
      </Empty>
    ) : (
      <DeliveryRows
        caption="Deliveries"
        deliveries={deliveries.slice(0, shownFirst)}
        {...{ shown, now, mayChange }}
      />
    )}
    {deliveries.length > shownFirst && (
      <Details
        isRow
        className="folded"
        isOpen={deliveries.findIndex(({ id }) => id === shown?.id) >= shownFirst}
        summary={`${formatCount(deliveries.length - shownFirst)} older`}
      >
        <DeliveryRows
          caption="Older deliveries"
          deliveries={deliveries.slice(shownFirst)}
          {...{ shown, now, mayChange }}
        />
      </Details>
    )}
    {shown !== null && (
      <section aria-labelledby="delivery">
        <h3 id="delivery" tabIndex={-1} className="part-title">
          Delivery content
        </h3>
        <pre className="delivery-body copy-code copy-code__text" tabIndex={0}>
          {shown.text}
        </pre>
      </section>
    )}
  </Panel>
)

const DeliveryRows = (props: DeliveriesPanelProps & { caption: string }) => (
  <Table
    caption={props.caption}
    columns={[
      { label: 'Event' },
      { label: 'Received' },
      { label: 'Status' },
      { label: 'Actions', isSilent: true },
    ]}
  >
    {props.deliveries.map((delivery) => (
      <Row key={delivery.id}>
        <RowHead>{delivery.topic}</RowHead>
        <Cell label="Received">
          <RelativeTime at={delivery.receivedAt} now={props.now} />
        </Cell>
        <Cell label="Status" isText={delivery.state === 'failed'}>
          <Outcome delivery={delivery} />
        </Cell>
        <Cell label="" isText>
          <span className="row gap-8">
            <Acts
              delivery={delivery}
              isShown={props.shown?.id === delivery.id}
              mayChange={props.mayChange}
            />
          </span>
        </Cell>
      </Row>
    ))}
  </Table>
)

function Outcome({ delivery: { state, fault, attempts } }: { delivery: Delivery }) {
  switch (state) {
    case 'done':
      return <Badge tone="success">Processed</Badge>
    case 'failed':
      return (
        <>
          <Badge tone="critical">Not processed</Badge>{' '}
          <span className="health-note muted small">
            {fault || 'It could not be read in 7 days.'}
          </span>
        </>
      )
    case 'waiting':
      return attempts === 0 ? (
        <Badge tone="info">Waiting</Badge>
      ) : (
        <>
          <Badge tone="attention">Trying again</Badge>{' '}
          <span className="health-note muted small">Attempts so far: {attempts}</span>
        </>
      )
  }
}

type ActsProps = { delivery: Delivery; isShown: boolean; mayChange: boolean }

function Acts({ delivery: { id, topic, state, hasBody }, isShown, mayChange }: ActsProps) {
  if (!hasBody) return <span className="health-note muted small">No longer stored</span>
  return (
    <>
      {isShown ? (
        <Link className="text-link" to="?#deliveries" aria-label={`Hide content: ${topic}`}>
          Hide content
        </Link>
      ) : (
        <Link
          className="text-link"
          to={`?delivery=${String(id)}#delivery`}
          aria-label={`Show content: ${topic}`}
        >
          Show content
        </Link>
      )}
      {mayChange && state !== 'waiting' && (
        <ActionForm
          className=""
          action="Process again"
          actionLabel={`Process again: ${topic}`}
          hidden={{ intent: 'replay', delivery: String(id) }}
        />
      )}
    </>
  )
}
