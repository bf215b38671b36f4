/** Everything that is paid: the current plan, the next invoice, the card, details and invoices. */
import { Form, Link, useNavigation } from '@remix-run/react'
import { useRef, type ReactNode } from 'react'
import type { BillingState } from '#app/domain/billing/billing-state.server.ts'
import { creditOf } from '#app/domain/billing/charge-rows.ts'
import type { NextInvoice as ComingInvoice } from '#app/domain/billing/channel.ts'
import type { InvoiceRow } from '#app/domain/billing/invoices.server.ts'
import { currency } from '#app/domain/plans/catalog.ts'
import type { Money } from '#app/lib/money.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { DownloadLink } from '#app/ui/links/download-link.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { formatPrice } from '#app/ui/format/format-price.ts'
import { formatDate } from '#app/ui/format/format-time.ts'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { useFocusFirstError } from '#app/ui/forms/focus-first-error.ts'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import {
  badgeOf,
  describeCard,
  describeCharge,
  describeDiscount,
  endsIfItFails,
  replacedWords,
  together,
  vatSentences,
} from './billing-text.ts'
import { Sums } from './sums.tsx'

type Subscription = BillingState['subscription']

type CurrentPlanProps = {
  plan: { name: string; priceCents: number }
  /** Undefined for people who don't see payments. */
  subscription: Subscription | undefined
  /** The company that charges in place of a card. */
  company: string | null
  /** Null for people who don't see payments: whom to ask, if known. */
  children: ReactNode
}

export function CurrentPlan({ plan, subscription, company, children }: CurrentPlanProps) {
  const badge = badgeOf(subscription ?? null)
  return (
    <Panel>
      <div className="row gap-8">
        <h2 className="part-title">{plan.name} plan</h2>
        {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
      </div>
      <dl className="facts">
        <Fact name="Price">{describeCharge(plan.priceCents, subscription)}</Fact>
        {subscription?.discount && (
          <Fact name="Discount">{describeDiscount(subscription.discount, subscription)}</Fact>
        )}
        {subscription?.state === 'active' && subscription.currentPeriodEndsAt && (
          <Fact name="Renews on">{formatDate(subscription.currentPeriodEndsAt)}</Fact>
        )}
        {subscription?.state === 'cancelled' && subscription.endsAt && (
          <PlanEnd subscription={subscription} endsAt={subscription.endsAt} />
        )}
        {company !== null && <Fact name="Billed by">{company + together(company)}</Fact>}
      </dl>
      {children}
    </Panel>
  )
}

/** @param endsAt the day that the plan ends if all of it is paid */
const PlanEnd = ({
  subscription,
  endsAt,
}: {
  subscription: NonNullable<Subscription>
  endsAt: Date
}) =>
  endsIfItFails(subscription) ? (
    <Fact name="Ends">If your payment fails, otherwise on {formatDate(endsAt)}</Fact>
  ) : (
    <Fact name="Ends on">{formatDate(subscription.planEndsAt ?? endsAt)}</Fact>
  )

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Null: the provider can't be reached. */
type NextInvoiceProps = { invoice: ComingInvoice | null }

export function NextInvoice({ invoice }: NextInvoiceProps) {
  return (
    <Panel>
      <h2 className="part-title">Next invoice</h2>
      {invoice === null ? (
        <p className="part-lead">
          We can’t reach the payment provider. Reload this page in a minute.
        </p>
      ) : (
        <>
          <p className="part-lead">On {formatDate(invoice.issuedAt)}</p>
          <Sums charge={{ ...invoice, currency: invoice.currency ?? currency }} label="Total" />
        </>
      )}
    </Panel>
  )
}

export function Credit({ credit: { cents, currency: of } }: { credit: Money }) {
  return (
    <Panel>
      <h2 className="part-title">Credit</h2>
      <p className="part-lead">
        {formatPrice(cents, of)} left from switching to a plan that costs less. It’s deducted from
        your next invoices.
      </p>
    </Panel>
  )
}

export function PaymentMethod({ card }: Pick<BillingState, 'card'>) {
  return (
    <Panel>
      <h2 className="part-title">Payment method</h2>
      <p className="part-lead">{card ? describeCard(card) : 'No card yet.'}</p>
      <p className="billing-acts row mt-16">
        <Link className="text-link" to="/billing/card">
          {card ? 'Change card' : 'Add a card'}
        </Link>
      </p>
    </Panel>
  )
}

export function Details({ details, vatStatus }: Pick<BillingState, 'details' | 'vatStatus'>) {
  const { name, address, addressLine2, zip, city, state, country, vatId } = details
  const place = [`${zip} ${city}`.trim(), state, country].filter((part) => part !== '').join(', ')
  const lines = [name, address, addressLine2, place].filter((line) => line !== '')
  return (
    <Panel>
      <h2 className="part-title">Billing details</h2>
      {lines.length === 0 ? (
        <p className="part-lead">Shown on your invoices. You haven’t added any yet.</p>
      ) : (
        <div className="stack muted prose break-anywhere">
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </div>
      )}
      {vatId !== '' && (
        <dl className="facts">
          <Fact name="VAT ID">
            {vatId}. {vatStatus && vatSentences[vatStatus]}
          </Fact>
        </dl>
      )}
      {details.extraBillingInformation !== '' && (
        <dl className="facts">
          <Fact name="Extra information">{details.extraBillingInformation}</Fact>
        </dl>
      )}
      <p className="billing-acts row mt-16">
        <Link className="text-link" to="/billing/details">
          Edit billing details
        </Link>
      </p>
    </Panel>
  )
}

type CouponProps = {
  operation: string
  /** The version of what the screen shows. */
  version: string
  answer: FormResponse | undefined
  /** Its discount runs, and a coupon replaces it. */
  subscription: NonNullable<Subscription>
}

export function Coupon({ operation, version, answer, subscription }: CouponProps) {
  const replaced = replacedWords(subscription.discount, subscription)
  const form = useRef<HTMLFormElement>(null)
  const { formData, state } = useNavigation()
  useFocusFirstError(form, answer)
  return (
    <Panel>
      <h2 className="part-title">Coupon</h2>
      <Form ref={form} method="post" className="form" noValidate>
        <input type="hidden" name="intent" value="coupon" />
        <input type="hidden" name="operation" value={operation} />
        <input type="hidden" name="version" value={version} />
        <TextInput
          name="coupon"
          label="Coupon code"
          autoComplete="off"
          answer={answer}
          {...(replaced === null ? {} : { helpText: replaced })}
        />
        <Button submit loading={state !== 'idle' && formData?.get('intent') === 'coupon'}>
          Apply coupon
        </Button>
      </Form>
    </Panel>
  )
}

const columnsOf = (hasCredit: boolean) => [
  { label: 'Date' },
  { label: 'Number' },
  { label: 'Total', isNumber: true },
  ...(hasCredit
    ? [
        { label: 'Credit', isNumber: true },
        { label: 'Paid', isNumber: true },
      ]
    : []),
  { label: 'Status' },
  { label: 'Document', isSilent: true },
]

const invoiceStates: Record<InvoiceRow['state'], { label: string; tone?: 'success' | 'warning' }> =
  {
    open: { label: 'Unpaid', tone: 'warning' },
    paid: { label: 'Paid', tone: 'success' },
    void: { label: 'Void' },
    uncollectible: { label: 'Not collected' },
  }

function InvoiceBadge({ state, isProcessing }: Pick<InvoiceRow, 'state' | 'isProcessing'>) {
  if (isProcessing) return <Badge tone="info">Processing</Badge>
  const { label, tone } = invoiceStates[state]
  return <Badge {...(tone ? { tone } : {})}>{label}</Badge>
}

/** "+$27.09" was added, "−$16.66" was used. */
const formatCredit = (cents: number, of: string) =>
  cents === 0 ? '–' : `${cents > 0 ? '+' : ''}${formatPrice(cents, of)}`

/** The purpose of one that isn't paid, and whether it's owed, or what of a paid one is yet to be. Null: nothing is open. */
type Noted = { note: string | null }

/** A credit has its columns, so that no total is smaller than what it is for. */
export function Invoices({ invoices }: { invoices: readonly (InvoiceRow & Noted)[] }) {
  const hasCredit = invoices.some((invoice) => creditOf(invoice) !== 0)
  return (
    <section id="invoices" className="linked-part" tabIndex={-1}>
      <Panel>
        <h2 className="part-title">Invoices</h2>
        {invoices.length === 0 ? (
          <Empty title="No invoices yet">
            <p>Your first invoice appears here with your first payment.</p>
          </Empty>
        ) : (
          <Table caption="Invoices" columns={columnsOf(hasCredit)}>
            {invoices.map(({ uuid, issuedAt, number, currency: of, state, note, ...sums }) => (
              <Row key={uuid}>
                <RowHead>{formatDate(issuedAt)}</RowHead>
                <Cell label="Number">{number ?? '–'}</Cell>
                <Cell label="Total" isNumber>
                  {formatPrice(sums.totalCents, of)}
                </Cell>
                {hasCredit && (
                  <>
                    <Cell label="Credit" isNumber>
                      {formatCredit(creditOf({ state, ...sums }), of)}
                    </Cell>
                    <Cell label="Paid" isNumber>
                      {state === 'paid' ? formatPrice(sums.paidCents, of) : '–'}
                    </Cell>
                  </>
                )}
                <Cell label="Status">
                  <InvoiceBadge state={state} isProcessing={sums.isProcessing} />
                  {note !== null && <p className="muted small prose">{note}</p>}
                </Cell>
                <Cell label="">
                  <DownloadLink
                    to={`/billing/invoices/${uuid}.pdf`}
                    label={`Download invoice ${number ?? formatDate(issuedAt)} as PDF`}
                  >
                    PDF
                  </DownloadLink>
                </Cell>
              </Row>
            ))}
          </Table>
        )}
      </Panel>
    </section>
  )
}
