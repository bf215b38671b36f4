/**
 * Payments of teams: subscriptions, invoices and purchases, as the companies that charge report
 * them.
 * And what staff see of it: a row of figures per day, the nightly checks, given coupons.
 */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { identity, moment, reference, systemPolicies, tenantPolicies } from './columns.ts'
import { sites, teamColumn, users } from './ground.ts'

/** The currency of the catalog’s prices. One that was made by hand at Stripe can have another. */
const currency = 'usd'

/** Who charges. `free`: no one. */
export const billingChannels = ['free', 'card', 'shopify', 'wix'] as const

/** The states of a subscription. Their moves are in domain/billing/subscription-states.ts. */
export const subscriptionStates = [
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'paused',
  'cancelled',
  'ended',
] as const

const cents = (name: string) => bigint(name, { mode: 'number' })

/** Coupons as they apply to a subscription: one, and those that are taken off after it. */
export type StoredDiscount = SingleDiscount & {
  /** In this order, each off what those before it leave. Absent: none. */
  further?: SingleDiscount[]
}

/** Stripe issues invoices for a plan and doesn't charge them, since staff paused that. */
export type PausedCollection = {
  /** ISO 8601. Null: until staff resume it. */
  resumesAt: string | null
  /** Invoices of that time are kept as drafts, which staff can still charge. */
  isKept: boolean
}

/** Facts of a subscription that its provider may clear when it ends, and without which it can't be continued. */
type ContinuedTerms = {
  /** It was canceled, and renews no more. */
  isWithPeriod: boolean
  /** ISO 8601. The day that was set by hand. Null: none was. */
  endsAt: string | null
  /** ISO 8601. The end of the period that is owed. */
  periodEndsAt: string
  /** In the order in which the provider takes them off. */
  discounts: ContinuedDiscount[]
}

/** The provider's ids. */
type ContinuedDiscount = {
  id: string
  coupon: string
  /** As it was entered. Null: without a code. */
  code: string | null
  /** ISO 8601. Null: it doesn't end by time. */
  endsAt: string | null
}

/** A coupon as it applies to a subscription. */
export type SingleDiscount = {
  /** As the merchant entered it; null: offered at a cancellation. */
  code: string | null
  /** One of both. */
  percentOff: number | null
  amountOffCents: number | null
  duration: 'once' | 'repeating' | 'forever'
  /** For `repeating`. */
  months: number | null
  /** ISO 8601. Null: it doesn't end by time. */
  endsAt: string | null
  /**
   * Object that it was set on by hand, if not the subscription. A coupon doesn't replace the discount of an
   * item, and the discount of a customer applies only while the subscription has none.
   */
  of?: 'item' | 'customer'
}

/** A price that isn't by the month, as one made by hand at the provider can be. */
export type StoredPeriod = {
  /** Per unit and period, before discounts. */
  cents: number
  every: 'day' | 'week' | 'month' | 'year'
  /** 3 with `month`: each quarter. */
  count: number
}

/** A line of an invoice, or of the next one. */
export type StoredInvoiceLine = {
  description: string
  quantity: number
  /** Before its discount. */
  amountCents: number
  /** Below 0: taken off. Above: credited time had been paid with it, so it’s added back. Absent: none. */
  discountCents?: number
  isProration: boolean
}

/** Payment details of a team. Absent: nothing was ever paid. */
export const billingAccounts = pgTable(
  'billing_accounts',
  {
    teamId: teamColumn().primaryKey(),
    /** The team's customer at Stripe. Null: none yet, or it was deleted there. */
    stripeId: text('stripe_id'),
    cardBrand: text('card_brand'),
    cardLastFour: text('card_last_four'),
    /** ISO 3166, two letters. */
    cardCountry: text('card_country'),
    cardExpMonth: smallint('card_exp_month'),
    cardExpYear: smallint('card_exp_year'),
    billingName: text('billing_name'),
    billingAddress: text('billing_address'),
    billingAddressLine2: text('billing_address_line_2'),
    billingCity: text('billing_city'),
    billingState: text('billing_state'),
    billingZip: text('billing_zip'),
    /** ISO 3166, two letters. */
    billingCountry: text('billing_country'),
    vatId: text('vat_id'),
    /** Result of the check by the tax office. Null: no VAT ID. */
    vatStatus: text('vat_status', { enum: ['pending', 'verified', 'unverified', 'unavailable'] }),
    /** Free text on the team's invoices. */
    extraBillingInformation: text('extra_billing_information'),
    /** For a trial without a subscription. It goes on under one. */
    trialEndsAt: moment('trial_ends_at'),
    /** The plan of that trial, which is back when a subscription ends in time. Null: no trial runs. */
    trialPlan: text('trial_plan'),
    /** The plan that such a trial replaced. Null: no trial runs. */
    planBeforeTrial: text('plan_before_trial'),
    /** For a lifetime deal. */
    appSumoCode: text('app_sumo_code'),
    /** When the team saw the offer that is made once to who cancels. */
    cancellationOfferedAt: moment('cancellation_offered_at'),
    /** A change at the provider runs until then at the latest. Null: none runs. */
    busyUntil: moment('busy_until'),
    /** Names the change that runs. */
    busyWith: uuid('busy_with'),
    /** The plan that was ordered last, by whom and when: the provider's answer may get lost. */
    orderedPlanId: text('ordered_plan_id'),
    orderedBy: reference('ordered_by').references(() => users.id, { onDelete: 'set null' }),
    orderedAt: moment('ordered_at'),
    /** The invoice of a switch that waited then, and that the order replaces. Null: none was replaced so far. */
    replacedInvoice: uuid('replaced_invoice'),
    /** Number of the last read of the provider's data that began. */
    readsStarted: bigint('reads_started', { mode: 'number' }).notNull().default(0),
    /** Number of the read that was stored last. An earlier one is outdated. */
    readStored: bigint('read_stored', { mode: 'number' }).notNull().default(0),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('billing_accounts_stripe_id_key').on(table.stripeId),
    ...tenantPolicies(),
  ],
)

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: identity(),
    teamId: teamColumn(),
    /** One that hasn't ended per team and type. */
    type: text('type').notNull().default('default'),
    channel: text('channel', { enum: billingChannels }).notNull(),
    /** The provider's id of the subscription. For a lifetime deal: its code. */
    providerId: text('provider_id').notNull(),
    /** Id in domain/plans/catalog.ts. */
    planId: text('plan_id').notNull(),
    /** The provider's name for the plan: a price at Stripe, a package at Wix. */
    providerPlan: text('provider_plan').notNull(),
    state: text('state', { enum: subscriptionStates }).notNull(),
    /** The provider's word for it. */
    providerStatus: text('provider_status').notNull(),
    quantity: integer('quantity').notNull().default(1),
    /** Per month and unit, before discounts. A price for another period counts its part of a month. */
    unitCents: cents('unit_cents').notNull(),
    /** The currency of all its amounts, as the provider writes it: `usd`. */
    currency: text('currency').notNull().default(currency),
    /** Null: it’s paid by the month. */
    period: jsonb('period').$type<StoredPeriod>(),
    discount: jsonb('discount').$type<StoredDiscount>(),
    /** Null: its invoices are charged. */
    collectionPaused: jsonb('collection_paused').$type<PausedCollection>(),
    trialEndsAt: moment('trial_ends_at'),
    /** It continues a plan that was paid until then, and can’t be switched before. Null: it’s like any other. */
    paidUntil: moment('paid_until'),
    /** If canceled: when its benefits end. */
    endsAt: moment('ends_at'),
    /** When it was last canceled, by the provider’s clock, also if it was resumed since. */
    canceledAt: moment('canceled_at'),
    currentPeriodStartedAt: moment('current_period_started_at'),
    currentPeriodEndsAt: moment('current_period_ends_at'),
    /** Paid once, for good. */
    isLifetime: boolean('is_lifetime').notNull().default(false),
    paymentReceiptUrl: text('payment_receipt_url'),
    lifetimeForwardedImpressions: bigint('lifetime_forwarded_impressions', { mode: 'number' }),
    /** Since when a payment is overdue, also of one that was canceled then. */
    pastDueSince: moment('past_due_since'),
    /** Emails about the overdue payment so far. */
    reminders: smallint('reminders').notNull().default(0),
    /**
     * Since when it’s being ended for its debt. Null: it isn’t, or it’s known that it wasn’t paid in that moment.
     */
    overdueEndAt: moment('overdue_end_at'),
    /** Read before that end, and there while it is. */
    overdueEndTerms: jsonb('overdue_end_terms').$type<ContinuedTerms>(),
    endedAt: moment('ended_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('subscriptions_provider_key').on(table.channel, table.providerId),
    uniqueIndex('subscriptions_team_id_type_key')
      .on(table.teamId, table.type)
      .where(sql`${table.state} <> 'ended'`),
    index('subscriptions_state_idx').on(table.state, table.endsAt),
    index('subscriptions_team_id_idx').on(table.teamId, table.id),
    check(
      'subscriptions_ended_check',
      sql`(${table.state} = 'ended') = (${table.endedAt} is not null)`,
    ),
    check(
      'subscriptions_cancelled_check',
      sql`${table.state} <> 'cancelled' or ${table.endsAt} is not null`,
    ),
    check(
      'subscriptions_renewing_check',
      sql`${table.state} not in ('trialing', 'active') or ${table.endsAt} is null`,
    ),
    check(
      'subscriptions_trialing_check',
      sql`${table.state} <> 'trialing' or ${table.trialEndsAt} is not null`,
    ),
    check(
      'subscriptions_past_due_check',
      sql`${table.state} = 'cancelled'
        or (${table.state} = 'past_due') = (${table.pastDueSince} is not null)`,
    ),
    check('subscriptions_quantity_check', sql`${table.quantity} >= 1`),
    ...tenantPolicies(),
  ],
)

/** Invoices as their provider issued them. */
export const invoices = pgTable(
  'invoices',
  {
    id: identity(),
    /** In our URLs. */
    uuid: uuid('uuid')
      .notNull()
      .default(sql`gen_random_uuid()`),
    teamId: teamColumn(),
    channel: text('channel', { enum: billingChannels }).notNull(),
    providerId: text('provider_id').notNull(),
    /** The provider's id of its subscription. Null: a purchase. */
    subscriptionProviderId: text('subscription_provider_id'),
    /** As printed on it. Null: not issued yet. */
    number: text('number'),
    state: text('state', { enum: ['open', 'paid', 'void', 'uncollectible'] }).notNull(),
    /** The currency of all its amounts, as the provider writes it. */
    currency: text('currency').notNull().default(currency),
    subtotalCents: cents('subtotal_cents').notNull(),
    taxCents: cents('tax_cents').notNull(),
    totalCents: cents('total_cents').notNull(),
    /** The part of the total that is charged, after credit. Null: not known, so all of it. */
    dueCents: cents('due_cents'),
    paidCents: cents('paid_cents').notNull(),
    /** The part of the total that was too small to charge, and is added to the next invoice. */
    carriedCents: cents('carried_cents').notNull().default(0),
    lines: jsonb('lines').$type<StoredInvoiceLine[]>().notNull(),
    periodStartedAt: moment('period_started_at'),
    periodEndsAt: moment('period_ends_at'),
    issuedAt: moment('issued_at').notNull(),
    paidAt: moment('paid_at'),
    /** By the provider’s clock. Null also where it isn’t known. */
    voidedAt: moment('voided_at'),
    /** The plan to which its payment switches, or switched. Null: it’s no switch, or the provider hasn’t said. */
    switchPlanId: text('switch_plan_id'),
    /** The bank works on its payment, which may still fail. */
    isProcessing: boolean('is_processing').notNull().default(false),
    /** The bank has answered about the payment of a void one, so it's read no more. */
    isAnswered: boolean('is_answered').notNull().default(false),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('invoices_provider_key').on(table.channel, table.providerId),
    uniqueIndex('invoices_uuid_key').on(table.uuid),
    index('invoices_team_id_issued_at_idx').on(table.teamId, table.issuedAt),
    ...tenantPolicies(),
  ],
)

/** Boosts and add-ons: paid once, and applied until they expire. */
export const purchases = pgTable(
  'purchases',
  {
    id: identity(),
    /** In our URLs. */
    uuid: uuid('uuid')
      .notNull()
      .default(sql`gen_random_uuid()`),
    teamId: teamColumn(),
    /** Null: for all sites of the team. */
    siteId: reference('site_id').references(() => sites.id, { onDelete: 'set null' }),
    channel: text('channel', { enum: billingChannels }).notNull(),
    kind: text('kind', { enum: ['visitor_boost', 'add_on'] }).notNull(),
    /** Id in domain/billing/offers.ts. */
    itemId: text('item_id').notNull(),
    /** For a boost: visitors or impressions, as the team is metered. */
    units: bigint('units', { mode: 'number' }).notNull(),
    priceCents: cents('price_cents').notNull(),
    /** The provider's id: a checkout session, a one-time purchase. Null: not created yet. */
    providerId: text('provider_id'),
    state: text('state', { enum: ['open', 'paid', 'declined', 'expired'] }).notNull(),
    /** When it was paid and applied. */
    paidAt: moment('paid_at'),
    /** When what was bought ends. */
    expiresAt: moment('expires_at'),
    receiptUrl: text('receipt_url'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('purchases_provider_key').on(table.channel, table.providerId),
    uniqueIndex('purchases_uuid_key').on(table.uuid),
    index('purchases_team_id_idx').on(table.teamId, table.id),
    check('purchases_paid_check', sql`(${table.state} = 'paid') = (${table.paidAt} is not null)`),
    ...tenantPolicies(),
  ],
)

/**
 * Charges that a merchant was asked to approve, at providers where each call creates another one. The
 * same form that is sent again leads to the same page.
 */
export const billingApprovals = pgTable(
  'billing_approvals',
  {
    teamId: teamColumn(),
    channel: text('channel', { enum: billingChannels }).notNull(),
    /** The change and its operation, as the channel names them. */
    operation: text('operation').notNull(),
    /** The provider's id of the charge. */
    providerId: text('provider_id').notNull(),
    /** The provider's page on which the merchant answers. */
    url: text('url').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.channel, table.operation] }),
    ...tenantPolicies(),
  ],
)

/** Sites in Wix that installed the app. */
export const wixInstances = pgTable(
  'wix_instances',
  {
    id: identity(),
    /** Who pays for the instance, at Wix. */
    teamId: teamColumn(),
    /** Null: the site was deleted or transferred. */
    siteId: reference('site_id').references(() => sites.id, { onDelete: 'set null' }),
    /** Wix' id of the app on this one site. It stays when the app is installed again. */
    instanceId: text('instance_id').notNull(),
    installedAt: moment('installed_at').notNull(),
    /** Null: installed. */
    removedAt: moment('removed_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('wix_instances_instance_id_key').on(table.instanceId),
    uniqueIndex('wix_instances_team_id_key').on(table.teamId),
    index('wix_instances_site_id_idx').on(table.siteId),
    ...tenantPolicies(),
  ],
)

/** How many subscriptions a plan has at one channel. */
export type PlanSubscribers = {
  planId: string
  channel: (typeof billingChannels)[number]
  /** Paying, or canceled and not over yet. */
  subscribers: number
  trialing: number
}

/** Money of a day in another currency than the catalog’s, in its smallest unit. */
export type OtherCurrency = {
  currency: string
  monthlyCents: number
  monthlyNetCents: number
  volumeCents: number
}

/**
 * One row per day (UTC), written in the night after it and never changed: deleting a team or an
 * account later doesn't rewrite what the day was like.
 */
export const businessMetrics = pgTable(
  'business_metrics',
  {
    day: date('day').primaryKey(),
    /** Monthly value of the subscriptions that renew, in US cents, before discounts. */
    monthlyCents: bigint('monthly_cents', { mode: 'number' }).notNull(),
    /** The same after discounts. Null: not counted on that day. */
    monthlyNetCents: bigint('monthly_net_cents', { mode: 'number' }),
    /** Paid on the day, in US cents. */
    volumeCents: bigint('volume_cents', { mode: 'number' }).notNull(),
    /** Money that the three sums above leave out. */
    otherCurrencies: jsonb('other_currencies')
      .$type<OtherCurrency[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
    newUsers: integer('new_users').notNull(),
    /** Teams whose subscription ended on the day, and that have no other. */
    churned: integer('churned').notNull(),
    /** Teams on a trial without a subscription. */
    genericTrials: integer('generic_trials').notNull(),
    /** Subscriptions on trial. */
    trialing: integer('trialing').notNull(),
    subscribers: integer('subscribers').notNull(),
    perPlan: jsonb('per_plan').$type<PlanSubscribers[]>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  () => systemPolicies(),
)

/** The result of a nightly check of billing for one team. */
export type BillingFinding = {
  teamId: number
  /** Differences that were repaired. Empty: the provider didn't answer. */
  changes: string[]
}

/** The nightly checks of billing. Those of the last weeks are kept. */
export const billingChecks = pgTable(
  'billing_checks',
  {
    night: date('night').primaryKey(),
    checked: integer('checked').notNull(),
    repaired: integer('repaired').notNull(),
    failed: integer('failed').notNull(),
    /** The first of them. */
    findings: jsonb('findings').$type<BillingFinding[]>().notNull(),
    /** Null: it still runs, or ended in the middle. */
    finishedAt: moment('finished_at'),
  },
  () => systemPolicies(),
)

/** Part of the card provider's settings of its webhooks that staff have to change. */
export type EndpointIssue =
  /** The key isn't allowed to read the provider's endpoints. */
  | { kind: 'unreadable' }
  /** The provider has no endpoint with our URL. */
  | { kind: 'missing' }
  /** Those that it has are disabled. `endpoints`, here and below: the provider's ids. */
  | { kind: 'disabled'; endpoints: string[] }
  /** Events that none of the enabled ones gets. */
  | { kind: 'events'; endpoints: string[]; events: string[] }
  /** Several are enabled, each with another signing secret. Events with a wrong one are refused. */
  | { kind: 'several'; endpoints: string[] }

export type EndpointFindings = {
  issues: EndpointIssue[]
  /** API versions of enabled ones that aren't ours, null for the account's default. */
  otherVersions: (string | null)[]
}

/**
 * Why the card provider's webhook settings can't be read: it refuses the key or the request, isn't reached, or
 * answers what can't be read.
 */
export const endpointFailures = ['refused', 'away', 'unclear'] as const

/** The last check of the card provider's webhook settings, and since when it fails. One row, of the current URL. */
export const cardEndpointChecks = pgTable(
  'card_endpoint_checks',
  {
    /** Where webhooks have to arrive. */
    url: text('url').primaryKey(),
    /** Null: they were never read. */
    findings: jsonb('findings').$type<EndpointFindings>(),
    /** When they were read. Null: never. */
    checkedAt: moment('checked_at'),
    /** The first attempt that failed after that. Null: the last attempt succeeded. */
    failedAt: moment('failed_at'),
    /** The last attempt's reason. Null: it succeeded. */
    failure: text('failure', { enum: endpointFailures }),
  },
  (table) => [
    check(
      'card_endpoint_checks_read_check',
      sql`(${table.findings} is null) = (${table.checkedAt} is null)`,
    ),
    check(
      'card_endpoint_checks_failure_check',
      sql`(${table.failedAt} is null) = (${table.failure} is null)`,
    ),
    ...systemPolicies(),
  ],
)

/**
 * Payments of deleted teams that a bank could still charge when they were deleted, and of plans that ended while
 * they were paid. Only ids: who paid is known to the provider.
 */
export const lateCharges = pgTable(
  'late_charges',
  {
    id: identity(),
    /** The team that was deleted, or whose plan had ended. */
    erasedTeamId: bigint('erased_team_id', { mode: 'number' }).notNull(),
    kind: text('kind', { enum: ['invoice', 'checkout'] })
      .notNull()
      .default('invoice'),
    /**
     * The provider's id of the invoice, or of the checkout of a purchase, which has an invoice only once it's paid.
     * The column keeps the name from when it held invoices only: a node of the release before, which runs beside a
     * new one during an update, reads and writes it by that name.
     */
    providerId: text('invoice_id').notNull(),
    /** The provider's id of the customer. Null: it was deleted there before. */
    customerId: text('customer_id'),
    /** It's of a purchase or of a plan that hadn't begun, so no one owes it. */
    isOfOrder: boolean('is_of_order').notNull(),
    /** The amount that the bank charged and that has to be refunded. Null: the bank hasn't answered. */
    chargedCents: bigint('charged_cents', { mode: 'number' }),
    /** Null: the bank hasn't answered. */
    currency: text('currency'),
    /** When that was noticed. Null: the bank hasn't answered. */
    chargedAt: moment('charged_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('late_charges_invoice_id_key').on(table.providerId),
    index('late_charges_customer_id_idx').on(table.customerId),
    check(
      'late_charges_charged_check',
      sql`(${table.chargedAt} is null) = (${table.chargedCents} is null)
        and (${table.chargedAt} is null) = (${table.currency} is null)`,
    ),
    ...systemPolicies(),
  ],
)

/** Coupons that staff gave a team. Each works once, for this team. */
export const givenCoupons = pgTable(
  'given_coupons',
  {
    id: identity(),
    teamId: teamColumn(),
    /** Who gave it. */
    staffId: reference('staff_id').references(() => users.id, { onDelete: 'set null' }),
    /** The code that the merchant enters. */
    code: text('code').notNull(),
    /** The provider's id of the code. */
    providerId: text('provider_id').notNull(),
    /** One of both. */
    percentOff: smallint('percent_off'),
    amountOffCents: bigint('amount_off_cents', { mode: 'number' }),
    duration: text('duration', { enum: ['once', 'repeating', 'forever'] }).notNull(),
    /** For `repeating`. */
    months: smallint('months'),
    usedAt: moment('used_at'),
    revokedAt: moment('revoked_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('given_coupons_code_key').on(table.code),
    index('given_coupons_team_id_idx').on(table.teamId, table.id),
    ...tenantPolicies(),
  ],
)
