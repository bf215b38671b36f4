/** Stripe's invoices as snapshots, checked as they are read. */
import { z } from 'zod'
import type { InvoiceSnapshot } from '#app/domain/billing/channel.ts'
import { moment, optionalMoment, reference } from './snapshots.ts'

type StoredInvoiceLine = InvoiceSnapshot['lines'][number]

const lineShape = z.object({
  description: z.string().nullable(),
  quantity: z.number().nullable(),
  amount: z.number().int(),
  discount_amounts: z.array(z.object({ amount: z.number().int() })).nullish(),
  period: z.object({ start: moment, end: moment }),
  parent: z
    .object({
      subscription_item_details: z.object({ proration: z.boolean() }).nullish(),
      invoice_item_details: z.object({ proration: z.boolean() }).nullish(),
    })
    .nullish(),
})

export const linesShape = z.object({ data: z.array(lineShape), has_more: z.boolean() })
type StripeLine = z.output<typeof lineShape>

export const invoiceShape = z.object({
  id: z.string(),
  customer: reference,
  number: z.string().nullable(),
  currency: z.string(),
  status: z.string().nullable(),
  subtotal: z.number().int(),
  total: z.number().int(),
  total_taxes: z.array(z.object({ amount: z.number().int() })).nullable(),
  amount_due: z.number().int(),
  amount_paid: z.number().int(),
  starting_balance: z.number().int(),
  /** Null: it isn't final. */
  ending_balance: z.number().int().nullish(),
  lines: linesShape,
  created: moment,
  status_transitions: z.object({
    finalized_at: optionalMoment,
    paid_at: optionalMoment,
    voided_at: optionalMoment,
  }),
  parent: z
    .object({
      subscription_details: z.object({ subscription: reference }).nullish(),
    })
    .nullish(),
  /** Only where it’s expanded. */
  payments: z
    .object({
      data: z.array(z.object({ payment: z.object({ payment_intent: reference }).nullish() })),
    })
    .nullish(),
  confirmation_secret: z.object({ client_secret: z.string() }).nullish(),
  invoice_pdf: z.string().nullish(),
})
export type StripeInvoice = z.output<typeof invoiceShape>

/** Null: a draft, which isn't issued and may change or vanish, or a status that we don't know. */
export function invoiceStateOf({ status }: StripeInvoice): InvoiceSnapshot['state'] | null {
  switch (status) {
    case 'open':
    case 'paid':
    case 'void':
    case 'uncollectible':
      return status
    case null:
    default:
      return null
  }
}

const isProration = ({ parent }: StripeLine) =>
  (parent?.subscription_item_details?.proration ?? false) ||
  (parent?.invoice_item_details?.proration ?? false)

export const storedLines = (lines: readonly StripeLine[]): StoredInvoiceLine[] =>
  lines.map((line) => {
    const off = (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
    return {
      description: line.description ?? '',
      quantity: line.quantity ?? 1,
      amountCents: line.amount,
      ...(off === 0 ? {} : { discountCents: -off }),
      isProration: isProration(line),
    }
  })

export const taxOf = ({ total_taxes: taxes }: StripeInvoice): number =>
  (taxes ?? []).reduce((sum, { amount }) => sum + amount, 0)

/** The customer's balance after it. Below 0: credit. */
export const balanceAfter = ({
  starting_balance: before,
  ending_balance: after,
  total,
  amount_due: due,
}: StripeInvoice): number => after ?? before + total - due

/** Credit that an open invoice took, and that comes back once it's void. */
export const heldCredit = (held: StripeInvoice | null): number =>
  held?.status === 'open' ? Math.max(0, balanceAfter(held) - held.starting_balance) : 0

/**
 * A preview with the credit that the invoice of a waiting order took: another order replaces that one, and
 * Stripe gives back what a void invoice took from the balance. The preview counts from the balance without it.
 *
 * @param held the waiting switch's or first order's invoice. Null: none waits
 */
export function withHeldCredit(preview: StripeInvoice, held: StripeInvoice | null): StripeInvoice {
  const credit = heldCredit(held)
  if (credit === 0) return preview
  const due = Math.max(0, preview.amount_due - credit)
  const rest = credit - (preview.amount_due - due)
  return { ...preview, amount_due: due, ending_balance: balanceAfter(preview) - rest }
}

/** Stripe charges no amount below the smallest of its currency: it adds it to the next invoice. */
export const carriedOf = (invoice: StripeInvoice): number =>
  invoice.amount_due === 0 ? Math.max(0, balanceAfter(invoice)) : 0

/** The end of the period that the lines pay for. */
export function latestEnd(lines: readonly StripeLine[]): Date | null {
  const ends = lines.filter(({ amount }) => amount > 0).map(({ period }) => period.end.getTime())
  return ends.length === 0 ? null : new Date(Math.max(...ends))
}

/**
 * @param lines all of them; the invoice itself has the first ones
 * @param state of a preview: open
 */
export function invoiceSnapshot(
  invoice: StripeInvoice,
  lines: readonly StripeLine[],
  state: InvoiceSnapshot['state'],
): InvoiceSnapshot {
  const starts = lines.map(({ period }) => period.start.getTime())
  const ends = lines.map(({ period }) => period.end.getTime())
  return {
    providerId: invoice.id,
    subscriptionProviderId: invoice.parent?.subscription_details?.subscription ?? null,
    number: invoice.number,
    state,
    currency: invoice.currency,
    subtotalCents: invoice.subtotal,
    taxCents: taxOf(invoice),
    totalCents: invoice.total,
    dueCents: invoice.amount_due,
    paidCents: invoice.amount_paid,
    carriedCents: carriedOf(invoice),
    lines: storedLines(lines),
    periodStartedAt: starts.length === 0 ? null : new Date(Math.min(...starts)),
    periodEndsAt: ends.length === 0 ? null : new Date(Math.max(...ends)),
    issuedAt: invoice.status_transitions.finalized_at ?? invoice.created,
    paidAt: invoice.status_transitions.paid_at,
    voidedAt: invoice.status_transitions.voided_at,
  }
}
