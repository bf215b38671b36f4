import type { DeliveryLine } from '#app/presenters/smart-webhooks/smart-webhook.server.ts'
import { Empty } from '#app/ui/empty.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'

type SmartDeliveriesProps = { deliveries: readonly DeliveryLine[]; now: Date; mayChange: boolean }

/** The latest deliveries, with what the saved fields make of each. */
export const SmartDeliveries = ({ deliveries, now, mayChange }: SmartDeliveriesProps) => (
  <Panel>
    <h2 id="deliveries" tabIndex={-1} className="part-title">
      Deliveries
    </h2>
    <p className="part-lead">
      The latest of the last 7 days, with what the saved fields make of each.
    </p>
    {deliveries.length === 0 ? (
      <Empty title="No deliveries yet">Each delivery of the other service appears here.</Empty>
    ) : (
      <Table
        caption="Deliveries"
        columns={[
          { label: 'Received' },
          { label: 'Makes' },
          { label: 'Status' },
          { label: 'Actions', isSilent: true },
        ]}
      >
        {deliveries.map((delivery) => (
          <Row key={delivery.id}>
            <RowHead>
              <RelativeTime at={delivery.receivedAt} now={now} />
            </RowHead>
            <Cell label="Makes" isText>
              {made(delivery)}
            </Cell>
            <Cell label="Status" isText>
              <Outcome delivery={delivery} />
            </Cell>
            <Cell label="" isText>
              {mayChange && delivery.state !== 'waiting' && (
                <ActionForm
                  className=""
                  action="Process again"
                  actionLabel={`Process again: delivery ${String(delivery.id)}`}
                  hidden={{ intent: 'replay', delivery: String(delivery.id) }}
                />
              )}
            </Cell>
          </Row>
        ))}
      </Table>
    )}
  </Panel>
)

function made({ records, problems, unmatched }: DeliveryLine): string {
  const parts = [records === 1 ? '1 record' : `${String(records)} records`]
  if (problems.length > 0) {
    parts.push(problems.length === 1 ? '1 problem' : `${String(problems.length)} problems`)
  }
  if (unmatched > 0) parts.push(`${String(unmatched)} left out`)
  return parts.join(', ')
}

function Outcome({ delivery: { state, problems } }: { delivery: DeliveryLine }) {
  return (
    <>
      {state === 'done' && <Badge tone="success">Processed</Badge>}
      {state === 'failed' && <Badge tone="critical">Not processed</Badge>}
      {state === 'waiting' && <Badge tone="info">Waiting</Badge>}
      {problems.map((problem) => (
        <span key={problem} className="table__below muted small">
          {problem}
        </span>
      ))}
    </>
  )
}
