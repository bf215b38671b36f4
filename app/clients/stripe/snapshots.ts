/** Stripe's objects as snapshots. Everything that is read of an answer is checked here. */
import { z } from 'zod'
import type {
  InvoiceSnapshot,
  PurchaseSnapshot,
  StoredCard,
  SubscriptionSnapshot,
} from '#app/domain/billing/channel.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'

type StoredDiscount = NonNullable<SubscriptionSnapshot['discount']>
type StoredInvoiceLine = InvoiceSnapshot['lines'][number]

/** Marks coupons that are offered at a cancellation. */
export const offerMetadata = { kind: 'cancellation_offer' } as const

const moment = z.number().transform((seconds) => new Date(seconds * 1000))
const optionalMoment = moment.nullish().transform((at) => at ?? null)

/** An object of which only the id matters, whether it is expanded or not. */
export const reference = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null)

export const couponShape = z.object({
  id: z.string(),
  valid: z.boolean(),
  percent_off: z.number().nullable(),
  amount_off: z.number().nullable(),
  currency: z.string().nullable(),
  duration: z.enum(['once', 'repeating', 'forever']),
  duration_in_months: z.number().nullable(),
  metadata: z.record(z.string(), z.string()).nullable(),
  /** Only where it's expanded. Absent: it applies to every product. */
  applies_to: z.object({ products: z.array(z.string()) }).nullish(),
})
export type Coupon = z.output<typeof couponShape>

const discountShape = z.object({
  id: z.string(),
  end: z.number().nullable(),
  source: z.object({ coupon: couponShape }),
  promotion_code: z
    .union([z.object({ code: z.string() }).transform(({ code }) => code), z.string()])
    .nullable(),
})

export const priceShape = z.object({
  id: z.string(),
  product: reference,
  lookup_key: z.string().nullable(),
  unit_amount: z.number().int(),
  currency: z.string(),
  metadata: z.record(z.string(), z.string()).nullish(),
})

/** In the metadata of prices that Footfall creates: a lookup key moves to the next price of its plan. */
export const planMetadata = 'plan'

/** Null: the price isn't of our catalog. */
function planIdOf({ metadata, lookup_key: key }: z.output<typeof priceShape>): string | null {
  const plan = findPlan(metadata?.[planMetadata] ?? key ?? '')
  return plan?.channel === 'card' ? plan.id : null
}

const itemShape = z.object({
  id: z.string(),
  price: priceShape,
  quantity: z.number().int().default(1),
  current_period_start: moment,
  current_period_end: moment,
})

export const subscriptionShape = z.object({
  id: z.string(),
  customer: reference,
  status: z.enum([
    'incomplete',
    'incomplete_expired',
    'trialing',
    'active',
    'past_due',
    'canceled',
    'unpaid',
    'paused',
  ]),
  items: z.object({ data: z.array(itemShape).min(1) }),
  // Ids unless they are expanded.
  discounts: z.array(z.union([discountShape, z.string()])),
  cancel_at_period_end: z.boolean(),
  cancel_at: optionalMoment,
  canceled_at: optionalMoment,
  ended_at: optionalMoment,
  trial_end: optionalMoment,
  created: moment,
  latest_invoice: reference,
  pending_update: z.object({}).nullish(),
  livemode: z.boolean(),
  metadata: z.record(z.string(), z.string()),
})
export type StripeSubscription = z.output<typeof subscriptionShape>

/** A subscription of ours has one item. */
export function itemOf({ items }: StripeSubscription): z.output<typeof itemShape> {
  const [item] = items.data
  if (!item) throw new TypeError('A subscription has at least one item.')
  return item
}

export const isOver = ({ status }: Pick<StripeSubscription, 'status'>): boolean =>
  status === 'canceled' || status === 'incomplete_expired'

/** The running period isn't paid, also when it was canceled meanwhile. */
export const isUnpaid = ({ status }: Pick<StripeSubscription, 'status'>): boolean =>
  status === 'past_due' || status === 'unpaid'

export function subscriptionSnapshot(subscription: StripeSubscription): SubscriptionSnapshot {
  const item = itemOf(subscription)
  const endsAt =
    subscription.cancel_at ?? (subscription.cancel_at_period_end ? item.current_period_end : null)
  return {
    providerId: subscription.id,
    planId: planIdOf(item.price),
    providerPlan: item.price.id,
    state: stateOf(subscription, endsAt),
    providerStatus: subscription.status,
    quantity: item.quantity,
    unitCents: item.price.unit_amount,
    discount: discountOf(subscription),
    usedCoupon: subscription.metadata['coupon'] ?? null,
    trialEndsAt: subscription.trial_end,
    endsAt,
    currentPeriodStartedAt: item.current_period_start,
    currentPeriodEndsAt: item.current_period_end,
    endedAt: isOver(subscription)
      ? (subscription.ended_at ?? subscription.canceled_at ?? item.current_period_end)
      : null,
    createdAt: subscription.created,
    isTest: !subscription.livemode,
  }
}

function stateOf(
  { status }: StripeSubscription,
  endsAt: Date | null,
): SubscriptionSnapshot['state'] {
  switch (status) {
    case 'incomplete':
      return 'incomplete'
    case 'incomplete_expired':
    case 'canceled':
      return 'ended'
    case 'trialing':
    case 'active':
      return endsAt === null ? status : 'cancelled'
    case 'past_due':
      return endsAt === null ? 'past_due' : 'cancelled'
    // Stripe has given up collecting, or a trial ended without a card: no money comes.
    case 'unpaid':
    case 'paused':
      return 'past_due'
  }
}

export const isOffer = ({ metadata }: Coupon): boolean => metadata?.['kind'] === offerMetadata.kind

/** A coupon for other products leaves the price as it is. */
export const appliesTo = ({ applies_to: limit }: Coupon, product: string | null): boolean =>
  limit == null || (product !== null && limit.products.includes(product))

function discountOf(subscription: StripeSubscription): StoredDiscount | null {
  const [discount] = subscription.discounts
  if (discount === undefined || typeof discount === 'string') return null
  const { coupon } = discount.source
  if (!appliesTo(coupon, itemOf(subscription).price.product)) return null
  const code = discount.promotion_code ?? (isOffer(coupon) ? null : coupon.id)
  const end = discount.end === null ? null : new Date(discount.end * 1000)
  return storedDiscount(coupon, code, end)
}

export const storedDiscount = (
  coupon: Coupon,
  code: string | null,
  end: Date | null,
): StoredDiscount => ({
  code,
  percentOff: coupon.percent_off,
  amountOffCents: coupon.amount_off,
  duration: coupon.duration,
  months: coupon.duration === 'repeating' ? coupon.duration_in_months : null,
  endsAt: end?.toISOString() ?? null,
})

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
  status: z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']).nullable(),
  subtotal: z.number().int(),
  total: z.number().int(),
  total_taxes: z.array(z.object({ amount: z.number().int() })).nullable(),
  amount_due: z.number().int(),
  amount_paid: z.number().int(),
  starting_balance: z.number().int(),
  lines: linesShape,
  created: moment,
  status_transitions: z.object({ finalized_at: optionalMoment, paid_at: optionalMoment }),
  parent: z
    .object({
      subscription_details: z.object({ subscription: reference }).nullish(),
    })
    .nullish(),
  confirmation_secret: z.object({ client_secret: z.string() }).nullish(),
  invoice_pdf: z.string().nullish(),
})
export type StripeInvoice = z.output<typeof invoiceShape>

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
    subtotalCents: invoice.subtotal,
    taxCents: taxOf(invoice),
    totalCents: invoice.total,
    paidCents: invoice.amount_paid,
    lines: storedLines(lines),
    periodStartedAt: starts.length === 0 ? null : new Date(Math.min(...starts)),
    periodEndsAt: ends.length === 0 ? null : new Date(Math.max(...ends)),
    issuedAt: invoice.status_transitions.finalized_at ?? invoice.created,
    paidAt: invoice.status_transitions.paid_at,
  }
}

export const paymentMethodShape = z.object({
  id: z.string(),
  type: z.string(),
  customer: reference,
  card: z
    .object({
      brand: z.string(),
      last4: z.string(),
      country: z.string().nullable(),
      exp_month: z.number().int(),
      exp_year: z.number().int(),
    })
    .nullish(),
})

/** Null: it isn't a card. */
export function storedCard({ card }: z.output<typeof paymentMethodShape>): StoredCard | null {
  if (!card) return null
  return {
    brand: card.brand,
    lastFour: card.last4,
    country: card.country,
    expMonth: card.exp_month,
    expYear: card.exp_year,
  }
}

export const sessionShape = z.object({
  id: z.string(),
  customer: reference,
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: z.number().int().nullable(),
  livemode: z.boolean(),
  payment_intent: z
    .object({
      latest_charge: z.object({ receipt_url: z.string().nullable() }).nullish(),
    })
    .nullish(),
})

export function purchaseSnapshot(session: z.output<typeof sessionShape>): PurchaseSnapshot {
  const isPaid = session.status === 'complete' && session.payment_status === 'paid'
  const state = session.status === 'expired' ? 'expired' : 'open'
  return {
    providerId: session.id,
    state: isPaid ? 'paid' : state,
    paidCents: isPaid ? (session.amount_total ?? 0) : 0,
    receiptUrl: session.payment_intent?.latest_charge?.receipt_url ?? null,
    isTest: !session.livemode,
  }
}
