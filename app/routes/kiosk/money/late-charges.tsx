/** Charges for nothing: of deleted organizations, and of plans that ended in that moment. Staff refund them in Stripe. */
import { Link } from '@remix-run/react'
import type { LateCharge } from '#app/presenters/kiosk/billing.server.ts'
import { formatPrice } from '#app/ui/format/format-price.ts'
import { formatDate } from '#app/ui/format/format-time.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { ReasonInput } from '../acts/reason-input.tsx'

/** @param refunded the one to confirm. Null: none */
export const LateCharges = ({
  charges,
  refunded,
}: {
  charges: readonly LateCharge[]
  refunded: LateCharge | null
}) => (
  <Panel>
    <h2 className="part-title" id="late-charges">
      Charges to refund
    </h2>
    <p className="part-lead">
      These were charged after their organizations were deleted, or in the moment when their plans
      ended. Refund each in Stripe, then mark it as refunded.
    </p>
    {refunded && <Confirm charge={refunded} />}
    <Table
      caption="Charges to refund"
      columns={[
        { label: 'Invoice or checkout in Stripe' },
        { label: 'Customer in Stripe' },
        { label: 'Charged', isNumber: true },
        { label: 'Noticed' },
        { label: 'Refund', isSilent: true },
      ]}
    >
      {charges.map(({ providerId, customer, cents, currency, at }) => (
        <Row key={providerId}>
          <RowHead>{providerId}</RowHead>
          <Cell label="Customer in Stripe">{customer ?? 'Deleted'}</Cell>
          <Cell label="Charged" isNumber>
            {formatPrice(cents, currency)}
          </Cell>
          <Cell label="Noticed">{formatDate(at)}</Cell>
          <Cell label="Refund">
            <Link
              className="text-link table__whole"
              to={`/kiosk/billing?refunded=${providerId}#late-charges`}
              aria-label={`Mark ${providerId} as refunded`}
            >
              Mark as refunded
            </Link>
          </Cell>
        </Row>
      ))}
    </Table>
  </Panel>
)

const Confirm = ({ charge: { providerId, cents, currency } }: { charge: LateCharge }) => (
  <>
    <p className="part-lead">
      Mark {formatPrice(cents, currency)} for {providerId} as refunded? Stripe isn’t asked, so
      refund it there first.
    </p>
    <ActionForm
      key={providerId}
      hidden={{ charge: providerId }}
      action="Mark as refunded"
      tone="critical"
    >
      {(answer) => <ReasonInput helpText="For the audit log." answer={answer} />}
    </ActionForm>
  </>
)
