/** Rows of a Stripe account, in the shapes of API version 2026-10-28.endive. */
import type { DiscountPart, PeriodPrice } from './money.ts'

type Metadata = Record<string, string>
type Base<Kind extends string> = { id: string; object: Kind; created: number; livemode: boolean }

export type CustomerRow = Base<'customer'> & {
  deleted?: true
  name: string | null
  email: string | null
  address: Record<string, string | null> | null
  balance: number
  currency: string | null
  delinquent: boolean
  metadata: Metadata
  invoice_settings: { default_payment_method: string | null; footer: string | null }
  /** Applies to subscriptions that have none of their own. Absent: none. */
  discount?: DiscountRow | null
}

export type TaxIdRow = Base<'tax_id'> & {
  customer: string
  country: string
  type: string
  value: string
  verification: { status: 'pending' | 'verified' | 'unverified' | 'unavailable' }
}

export type PaymentMethodRow = Base<'payment_method'> & {
  type: 'card'
  customer: string | null
  card: {
    brand: string
    last4: string
    country: string | null
    exp_month: number
    exp_year: number
  }
}

type NextAction = { type: 'use_stripe_sdk' } | null

export type SetupIntentRow = Base<'setup_intent'> & {
  customer: string
  usage: string
  client_secret: string
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'
  payment_method: string | null
  next_action: NextAction
  metadata: Metadata
}

export type PaymentIntentRow = Base<'payment_intent'> & {
  amount: number
  currency: string
  customer: string
  client_secret: string
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  payment_method: string | null
  next_action: NextAction
  latest_charge: string | null
  last_payment_error: { code: string; decline_code?: string; message: string } | null
}

export type ChargeRow = Base<'charge'> & {
  amount: number
  currency: string
  customer: string
  payment_intent: string
  payment_method: string | null
  receipt_url: string
  status: 'succeeded'
  paid: true
  amount_refunded: number
}

export type ProductRow = Base<'product'> & { name: string; active: boolean; metadata: Metadata }

export type PriceRow = Base<'price'> & {
  product: string
  active: boolean
  currency: string
  unit_amount: number
  lookup_key: string | null
  type: 'recurring' | 'one_time'
  recurring: { interval: 'month'; interval_count: 1; usage_type: 'licensed' } | null
  metadata: Metadata
}

export type CouponRow = Base<'coupon'> & {
  name: string | null
  amount_off: number | null
  currency: string | null
  percent_off: number | null
  duration: 'once' | 'repeating' | 'forever'
  duration_in_months: number | null
  max_redemptions: number | null
  times_redeemed: number
  redeem_by: number | null
  valid: boolean
  /** Answered only where it's expanded. Null: every product. */
  applies_to: { products: string[] } | null
  metadata: Metadata
}

export type PromotionCodeRow = Base<'promotion_code'> & {
  code: string
  active: boolean
  customer: string | null
  expires_at: number | null
  max_redemptions: number | null
  times_redeemed: number
  promotion: { type: 'coupon'; coupon: string }
  restrictions: {
    first_time_transaction: boolean
    minimum_amount: number | null
    minimum_amount_currency: string | null
  }
}

export type DiscountRow = {
  id: string
  object: 'discount'
  customer: string
  subscription: string | null
  promotion_code: string | null
  source: { type: 'coupon'; coupon: string }
  start: number
  end: number | null
  checkout_session: null
  customer_account: null
  invoice: null
  invoice_item: null
  subscription_item: string | null
}

export type ItemRow = {
  id: string
  object: 'subscription_item'
  created: number
  subscription: string
  price: PriceRow
  quantity: number
  /** Ids. Absent: none. */
  discounts?: string[]
  current_period_start: number
  current_period_end: number
}

type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled'

export type SubscriptionRow = Base<'subscription'> & {
  customer: string
  status: SubscriptionStatus
  currency: string
  items: { object: 'list'; data: ItemRow[]; has_more: false; url: string }
  discounts: string[]
  billing_cycle_anchor: number
  billing_mode: {
    type: 'classic' | 'flexible'
    flexible: { proration_discounts: 'included' | 'itemized' } | null
  }
  cancel_at_period_end: boolean
  cancel_at: number | null
  canceled_at: number | null
  ended_at: number | null
  start_date: number
  trial_start: number | null
  trial_end: number | null
  latest_invoice: string | null
  default_payment_method: string | null
  automatic_tax: { enabled: boolean }
  collection_method: 'charge_automatically'
  /** Set in the dashboard. Absent or null: its invoices are collected. */
  pause_collection?: null | {
    behavior: 'keep_as_draft' | 'mark_uncollectible' | 'void'
    resumes_at: number | null
  }
  pending_update: null | {
    billing_cycle_anchor: null
    cancel_at_period_end: boolean | null
    discount: null
    discounts: string[] | null
    expires_at: number
    metadata: Metadata | null
    subscription_items: ItemRow[]
    trial_end: null
    trial_from_plan: null
  }
  metadata: Metadata
}

/** Facts about a subscription that only the double knows. */
export type SubscriptionBook = {
  /** The price charged for the current period. Null: a trial. */
  billed: PeriodPrice | null
  /** Lines of the next invoice. */
  pending: DraftLine[]
  /** The invoice whose payment makes the pending update. */
  pendingInvoice: string | null
  /** All that changes with that payment. */
  pendingChange: SubscriptionChange | null
}

/** All that one update changes. Absent: stays. */
export type SubscriptionChange = {
  item?: { price: PriceRow; quantity: number; billed: PeriodPrice | null }
  /** Ids of discounts, which replace those of before. */
  discounts?: string[]
  cancels?: boolean
  /** Seconds since 1970. Null: an end that was set by hand is removed. */
  cancelAt?: number | null
  metadata?: Metadata
}

export type DraftLine = {
  description: string
  amount: number
  discounts: readonly DiscountPart[]
  quantity: number
  isProration: boolean
  period: { start: number; end: number }
  price: PriceRow | null
  item: ItemRow | null
}

type LineRow = {
  id: string
  object: 'line_item'
  amount: number
  subtotal: number
  currency: string
  description: string
  discount_amounts: { amount: number; discount: string }[]
  livemode: boolean
  period: { start: number; end: number }
  quantity: number
  pricing: unknown
  parent: unknown
  metadata: Metadata
}

export type InvoiceRow = Base<'invoice'> & {
  customer: string
  customer_name: string | null
  customer_email: string | null
  currency: string
  number: string | null
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  billing_reason: string
  collection_method: 'charge_automatically'
  auto_advance: boolean
  lines: { object: 'list'; data: LineRow[]; has_more: boolean; url: string }
  subtotal: number
  total: number
  total_discount_amounts: { amount: number; discount: string }[]
  total_taxes: { amount: number; tax_behavior: 'exclusive'; taxable_amount: number }[]
  starting_balance: number
  ending_balance: number | null
  amount_due: number
  amount_paid: number
  amount_remaining: number
  attempt_count: number
  attempted: boolean
  next_payment_attempt: number | null
  period_start: number
  period_end: number
  parent: null | {
    type: 'subscription_details'
    subscription_details: { subscription: string; metadata: Metadata }
  }
  status_transitions: {
    finalized_at: number | null
    paid_at: number | null
    voided_at: number | null
    marked_uncollectible_at: number | null
  }
  confirmation_secret: { type: 'payment_intent'; client_secret: string } | null
  payments: { object: 'list'; data: InvoicePaymentRow[]; has_more: false; url: string }
  hosted_invoice_url: string | null
  invoice_pdf: string | null
  footer: string | null
  metadata: Metadata
}

type InvoicePaymentRow = {
  id: string
  object: 'invoice_payment'
  amount_requested: number
  status: 'open' | 'paid' | 'canceled'
  payment: { type: 'payment_intent'; payment_intent: string }
}

export type SessionRow = Base<'checkout.session'> & {
  customer: string
  client_reference_id: string | null
  mode: 'payment'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  currency: string
  amount_subtotal: number
  amount_total: number
  expires_at: number
  invoice: string | null
  invoice_creation: { enabled: boolean }
  payment_intent: string | null
  line_items: {
    object: 'list'
    data: {
      id: string
      object: 'item'
      description: string
      quantity: number
      amount_total: number
    }[]
    has_more: false
    url: string
  }
  success_url: string
  cancel_url: string | null
  url: string | null
  metadata: Metadata
}

export type EventRow = Base<'event'> & {
  api_version: string
  type: string
  data: { object: unknown }
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null } | null
}

/** Its secret is only in the answer that creates it. */
export type WebhookEndpointRow = Base<'webhook_endpoint'> & {
  /** Null: the account's default. It never changes. */
  api_version: string | null
  application: string | null
  description: string | null
  /** `*`: all of them. */
  enabled_events: string[]
  metadata: Metadata
  status: 'enabled' | 'disabled'
  url: string
}

export type Row =
  | CustomerRow
  | TaxIdRow
  | PaymentMethodRow
  | SetupIntentRow
  | PaymentIntentRow
  | ChargeRow
  | ProductRow
  | PriceRow
  | CouponRow
  | PromotionCodeRow
  | DiscountRow
  | SubscriptionRow
  | InvoiceRow
  | SessionRow
  | WebhookEndpointRow
