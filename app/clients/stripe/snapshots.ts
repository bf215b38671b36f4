/** Stripe's objects as snapshots. Everything that is read of an answer is checked here. */
import { z } from 'zod'
import type {
  PurchaseSnapshot,
  StoredCard,
  SubscriptionSnapshot,
} from '#app/domain/billing/channel.ts'
import { joinDiscounts } from '#app/domain/billing/discounts.ts'
import { monthlyPart } from '#app/domain/billing/stored/price-period.ts'
import { findPlan, type Plan } from '#app/domain/plans/catalog.ts'
import { isOff } from './payment-intents.ts'
import {
  appliesTo,
  discountShape,
  isOffer,
  keptCodeMetadata,
  storedDiscount,
  type Coupon,
} from './discounts.ts'

type StoredPeriod = NonNullable<SubscriptionSnapshot['period']>

export const moment = z.number().transform((seconds) => new Date(seconds * 1000))
export const optionalMoment = moment.nullish().transform((at) => at ?? null)

/** An object of which only the id matters, whether it is expanded or not. */
export const reference = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null)

export const priceShape = z.object({
  id: z.string(),
  product: reference,
  lookup_key: z.string().nullable(),
  /** Null: by tiers, or with a fraction of a cent. */
  unit_amount: z.number().int().nullable(),
  unit_amount_decimal: z.coerce.number().nullish().catch(null),
  currency: z.string(),
  recurring: z
    .object({ interval: z.string(), interval_count: z.number().int().min(1) })
    .nullish()
    .catch(null),
  metadata: z.record(z.string(), z.string()).nullish(),
})
type StripePrice = z.output<typeof priceShape>

/** In the metadata of prices that Footfall creates: a lookup key moves to the next price of its plan. */
export const planMetadata = 'plan'

/** Null: the price isn't of our catalog. */
function planIdOf(price: StripePrice): string | null {
  return planOf(price)?.id ?? null
}

function planOf({ metadata, lookup_key: key }: StripePrice): Plan | null {
  const plan = findPlan(metadata?.[planMetadata] ?? key ?? '')
  return plan?.channel === 'card' ? plan : null
}

const intervals = ['day', 'week', 'month', 'year'] as const

/** Null: it's by the month, or by an interval that we don't know. */
export function periodOf(price: StripePrice): StoredPeriod | null {
  const { interval, interval_count: count } = price.recurring ?? { interval: '', interval_count: 1 }
  const every = intervals.find((one) => one === interval)
  if (every === undefined || (every === 'month' && count === 1)) return null
  return { cents: unitCentsOf(price), every, count }
}

/** Per period, in whole cents. A price by tiers has no amount of its own: the catalog's applies. */
export const unitCentsOf = (price: StripePrice): number =>
  price.unit_amount ??
  (price.unit_amount_decimal == null
    ? (planOf(price)?.priceCents ?? 0)
    : Math.round(price.unit_amount_decimal))

/** Ids unless they are expanded. */
const discountList = z.array(z.union([discountShape, z.string()]))

/** Null: it's deleted, or only its id was asked for. */
export const customerDiscount = z
  .union([z.string().transform(() => null), z.object({ discount: discountShape.nullish() })])
  .nullish()
  .transform((customer) => customer?.discount ?? null)

const itemShape = z.object({
  id: z.string(),
  price: priceShape,
  quantity: z
    .number()
    .int()
    .nullish()
    .transform((quantity) => quantity ?? 1),
  discounts: discountList,
  current_period_start: moment,
  current_period_end: moment,
})

const subscriptionFields = z.object({
  id: z.string(),
  customer: reference,
  status: z.string(),
  items: z.object({ data: z.array(itemShape).min(1) }),
  discounts: discountList,
  automatic_tax: z.object({ enabled: z.boolean() }),
  cancel_at_period_end: z.boolean(),
  cancel_at: optionalMoment,
  canceled_at: optionalMoment,
  ended_at: optionalMoment,
  trial_end: optionalMoment,
  created: moment,
  latest_invoice: reference,
  /** Its invoices aren't charged. Its status stays as it is (https://docs.stripe.com/billing/subscriptions/pause-payment). */
  pause_collection: z
    .object({ behavior: z.string(), resumes_at: optionalMoment })
    .nullish()
    .transform((pause) => pause ?? null),
  /** Kept back until its invoice is paid, which is the latest one then. */
  pending_update: z
    .object({ subscription_items: z.array(z.object({ price: priceShape })).nullish() })
    .nullish(),
  livemode: z.boolean(),
  metadata: z.record(z.string(), z.string()),
})
/** With the discount of its customer, where that is expanded. */
export const subscriptionShape = z.preprocess(
  (answer) =>
    typeof answer === 'object' && answer !== null && 'customer' in answer
      ? { ...answer, customerDiscount: answer.customer }
      : answer,
  subscriptionFields.extend({ customerDiscount }),
)
export type StripeSubscription = z.output<typeof subscriptionShape>

/** In the metadata of a subscription that continues one which was paid in the moment of its end: the id of that. */
export const continuesMetadata = 'continues'

/** Its trial is the rest of a period that was paid. */
const isContinuation = ({ metadata }: StripeSubscription): boolean =>
  metadata[continuesMetadata] !== undefined

/** A subscription of ours has one item. */
export function itemOf({ items }: StripeSubscription): z.output<typeof itemShape> {
  const [item] = items.data
  if (!item) throw new TypeError('A subscription has at least one item.')
  return item
}

export const isOver = ({
  status,
  ended_at: endedAt,
}: Pick<StripeSubscription, 'status' | 'ended_at'>): boolean =>
  status === 'canceled' || status === 'incomplete_expired' || endedAt !== null

/** Stripe has given up collecting, and asks for no more payments. */
const isGivenUp = ({ status }: Pick<StripeSubscription, 'status'>): boolean => status === 'unpaid'

/** The running period isn't paid, also when it was canceled meanwhile. */
export const isUnpaid = ({ status }: Pick<StripeSubscription, 'status'>): boolean =>
  status === 'past_due' || isGivenUp({ status })

/** Whether the next invoice is issued while its collection is paused. */
function isUncharged({ pause_collection: pause, items }: StripeSubscription): boolean {
  if (pause === null) return false
  return items.data.every(
    ({ current_period_end: end }) => pause.resumes_at === null || pause.resumes_at > end,
  )
}

/** Whether Stripe issues an invoice when the running period ends, and charges it. */
export function isInvoicedNext(subscription: StripeSubscription): boolean {
  const { status, cancel_at_period_end: isWithPeriod, cancel_at: endsAt } = subscription
  const isEnding =
    isWithPeriod || (endsAt !== null && endsAt <= itemOf(subscription).current_period_end)
  if (status === 'incomplete' || status === 'paused' || isOver(subscription)) return false
  return !isGivenUp({ status }) && !isEnding && !isUncharged(subscription)
}

export function subscriptionSnapshot(subscription: StripeSubscription): SubscriptionSnapshot {
  const item = itemOf(subscription)
  const endsAt =
    subscription.cancel_at ?? (subscription.cancel_at_period_end ? item.current_period_end : null)
  return {
    providerId: subscription.id,
    planId: planIdOf(item.price),
    providerPlan: item.price.id,
    ...stateOf(subscription, endsAt),
    providerStatus: subscription.status,
    // A quantity of 0 is free of charge. Rows have at least one, so its price is 0.
    quantity: Math.max(1, item.quantity),
    ...(item.quantity > 0 ? amountsOf(item.price) : { unitCents: 0 }),
    currency: item.price.currency,
    discount: joinDiscounts(discountsOf(subscription)),
    usedCoupon: subscription.metadata['coupon'] ?? null,
    collectionPaused: pausedCollection(subscription),
    trialEndsAt: isContinuation(subscription) ? null : subscription.trial_end,
    paidUntil: isContinuation(subscription) ? subscription.trial_end : null,
    canceledAt: subscription.canceled_at,
    endsAt,
    currentPeriodStartedAt: item.current_period_start,
    currentPeriodEndsAt: item.current_period_end,
    endedAt: isOver(subscription)
      ? (subscription.ended_at ?? subscription.canceled_at ?? item.current_period_end)
      : null,
    createdAt: subscription.created,
    isUnpaid: isUnpaid(subscription),
    pendingSwitch: pendingSwitchOf(subscription),
    // One that is `unpaid` has drafts in place of open invoices.
    isOwedByInvoice: subscription.status === 'past_due',
    isTest: !subscription.livemode,
  }
}

const pausedCollection = ({ pause_collection: pause }: StripeSubscription) =>
  pause && {
    resumesAt: pause.resumes_at?.toISOString() ?? null,
    isKept: pause.behavior === 'keep_as_draft',
  }

function pendingSwitchOf({
  pending_update: pending,
  latest_invoice: invoice,
}: StripeSubscription): NonNullable<SubscriptionSnapshot['pendingSwitch']> | null {
  const [item] = pending?.subscription_items ?? []
  return item && invoice !== null ? { planId: planIdOf(item.price), invoice } : null
}

function amountsOf(price: StripePrice): Pick<SubscriptionSnapshot, 'unitCents' | 'period'> {
  const period = periodOf(price)
  const cents = unitCentsOf(price)
  return { unitCents: period ? monthlyPart(cents, period) : cents, period }
}

/** Stripe may add statuses at any time. One that we don't know takes nothing away. */
function stateOf(
  subscription: StripeSubscription,
  endsAt: Date | null,
): Pick<SubscriptionSnapshot, 'state' | 'isUnknownStatus'> {
  if (isOver(subscription)) return { state: 'ended' }
  switch (subscription.status) {
    case 'incomplete':
      return { state: 'incomplete' }
    case 'trialing':
      if (endsAt !== null) return { state: 'cancelled' }
      return { state: isContinuation(subscription) ? 'active' : 'trialing' }
    case 'active':
      return { state: endsAt === null ? 'active' : 'cancelled' }
    // No service and no invoices, canceled or not, until it's resumed there
    // (https://docs.stripe.com/billing/subscriptions/pause).
    case 'paused':
      return { state: 'paused' }
    case 'past_due':
    case 'unpaid':
      return { state: endsAt === null ? 'past_due' : 'cancelled' }
    default:
      return { state: endsAt === null ? 'active' : 'cancelled', isUnknownStatus: true }
  }
}

type StoredSingle = ReturnType<typeof storedDiscount>

/**
 * In the order in which Stripe takes them off: "Subscription item discounts are applied before subscription
 * discounts". The customer's is the last: a subscription inherits it while it has none of its own.
 */
function discountsOf(subscription: StripeSubscription): StoredSingle[] {
  const { price, discounts: ofItem } = itemOf(subscription)
  const { discounts, customerDiscount: ofCustomer } = subscription
  const stored = (given: typeof discounts, of: StoredSingle['of']) =>
    given.flatMap((discount) => {
      if (typeof discount === 'string') return []
      const { coupon } = discount.source
      if (coupon === null || typeof coupon === 'string') return []
      if (!appliesTo(coupon, price.product)) return []
      const code = discount.promotion_code ?? nameOf(coupon)
      const end = discount.end === null ? null : new Date(discount.end * 1_000)
      return { ...storedDiscount(coupon, code, end), ...(of === undefined ? {} : { of }) }
    })
  const ofSubscription = stored(discounts, undefined)
  // One that leaves the price as it is isn't stored, but keeps the customer's away.
  const mayInherit = ofSubscription.length === discounts.length
  return [
    ...stored(ofItem, 'item'),
    ...ofSubscription,
    ...(mayInherit && ofCustomer ? stored([ofCustomer], 'customer') : []),
  ]
}

const nameOf = (coupon: Coupon): string | null =>
  isOffer(coupon) ? null : (coupon.metadata?.[keptCodeMetadata] ?? coupon.id)

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
  status: z.string().nullable(),
  payment_status: z.string(),
  amount_total: z.number().int().nullable(),
  livemode: z.boolean(),
  payment_intent: z
    .object({
      status: z.string().optional(),
      latest_charge: z.object({ receipt_url: z.string().nullable() }).nullish(),
    })
    .nullish(),
})

export function purchaseSnapshot(session: z.output<typeof sessionShape>): PurchaseSnapshot {
  const isPaid = session.status === 'complete' && session.payment_status === 'paid'
  const { status } = session.payment_intent ?? {}
  // A checkout ends with its bank's answer: it can't be paid another time.
  const isDeclined = session.status === 'complete' && status !== undefined && isOff({ status })
  const unpaid = isDeclined ? 'declined' : 'open'
  const state = session.status === 'expired' ? 'expired' : unpaid
  return {
    providerId: session.id,
    state: isPaid ? 'paid' : state,
    paidCents: isPaid ? (session.amount_total ?? 0) : 0,
    receiptUrl: session.payment_intent?.latest_charge?.receipt_url ?? null,
    isTest: !session.livemode,
  }
}
