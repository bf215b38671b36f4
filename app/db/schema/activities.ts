/** Activities that nudges show, and the rules that hide some of them. */
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { activityStates } from '#app/contract/activities.ts'
import { activitySources } from '#app/contract/activity-sources.ts'
import { identity, moment, reference, tenantPolicies } from './columns.ts'
import { connections } from './connections.ts'
import { apiTokens, siteColumn, teamColumn } from './ground.ts'

/** Rules that hide activities as they arrive. */
export const exclusions = pgTable(
  'exclusions',
  {
    id: identity(),
    uuid: uuid('uuid')
      .notNull()
      .default(sql`gen_random_uuid()`),
    teamId: teamColumn(),
    siteId: siteColumn(),
    field: text('field', {
      enum: ['email_domain', 'amount_below', 'product', 'country'],
    }).notNull(),
    value: text('value').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('exclusions_uuid_key').on(table.uuid),
    uniqueIndex('exclusions_rule_key').on(table.siteId, table.field, table.value),
    ...tenantPolicies(),
  ],
)

/** A review as its source had it before it was edited there. */
export type EarlierReview = {
  stars: number | null
  body: string | null
  /** ISO 8601: when the edit was read. */
  until: string
}

/** Activities that can be shown. They can be corrected until a nudge shows them. */
export const activities = pgTable(
  'activities',
  {
    id: identity(),
    uuid: uuid('uuid')
      .notNull()
      .default(sql`gen_random_uuid()`),
    teamId: teamColumn(),
    siteId: siteColumn(),
    kind: text('kind', { enum: ['purchase', 'signup', 'review'] }).notNull(),
    /** The caller's id, or the service's. The same id of the same account is the same activity. */
    externalId: text('external_id').notNull(),
    /**
     * The account at a service that counts with these ids, for example `wordpress:shop.example`: two
     * shops have the same numbers. Empty: the ids are the caller's, or a page's.
     */
    account: text('account').notNull().default(''),
    /**
     * The order's number as the shop shows it to people, which its files have. Null: it's the id, or
     * unknown.
     */
    orderNumber: text('order_number'),
    /**
     * A connected shop's order that the caller reported under the same id (REST API, file), before the
     * shop or after it: the caller finds and changes it by that id.
     */
    isNamedByCaller: boolean('is_named_by_caller').notNull().default(false),
    /** The same by the order's number, which can be one that the caller has for another order's id. */
    isNumberedByCaller: boolean('is_numbered_by_caller').notNull().default(false),
    source: text('source', { enum: activitySources }).notNull(),
    tokenId: reference('token_id').references(() => apiTokens.id, { onDelete: 'set null' }),
    /** The connection that delivered it; of integrations alone. */
    connectionId: reference('connection_id').references(() => connections.id, {
      onDelete: 'set null',
    }),
    /**
     * How sure we are that the shop reported it: signed (token, webhook), origin (its page),
     * unknown.
     */
    trust: text('trust', { enum: ['signed', 'origin', 'unknown'] }).notNull(),
    /**
     * Quarantined: only a page reported it, and the owner hasn't approved it. Hidden: by the owner
     * or an exclusion. Neither is ever shown.
     */
    approval: text('approval', { enum: ['approved', 'quarantined', 'hidden'] })
      .notNull()
      .default('approved'),
    /** The exclusion that hid it. Null: hidden by hand, or not hidden. */
    exclusionId: reference('exclusion_id').references(() => exclusions.id, {
      onDelete: 'set null',
    }),
    firstName: text('first_name'),
    lastName: text('last_name'),
    /**
     * HMAC-SHA-256 of the SHA-256 of the lower-case address, for erasure requests. Addresses aren't
     * stored.
     */
    emailHash: text('email_hash'),
    city: text('city'),
    /** ISO 3166-1 alpha-2. */
    country: text('country'),
    productTitle: text('product_title'),
    productUrl: text('product_url'),
    productImage: text('product_image'),
    /** 1 to 5, for reviews. */
    stars: integer('stars'),
    /** Text of a review, in its original language. Never edited here, only by its source. */
    body: text('body'),
    /** Where its source publishes the review, or the page of reviews. Null: unknown. */
    sourceUrl: text('source_url'),
    /** The source says that its writer was a customer. Null: it doesn't say. */
    isVerified: boolean('is_verified'),
    /** BCP 47, as the source names it. Null: it doesn't. */
    language: text('language'),
    /** Earlier versions of an edited review, oldest first. Null: it was never edited. */
    earlier: jsonb('earlier').$type<EarlierReview[]>(),
    /** When its source last listed it. Null, like the next: of another source than a connection. */
    confirmedAt: moment('confirmed_at'),
    /** Nudges show it until then, unless the source lists it again. */
    keptUntil: moment('kept_until'),
    /** When a complete list of its source first lacked it. Null: the last one had it. */
    missedAt: moment('missed_at'),
    /** Since when it isn't shown because its source no longer lists it. */
    unlistedAt: moment('unlisted_at'),
    /** From a page of reviews that isn't proven to be the site's. Never shown. */
    isUnproved: boolean('is_unproved').notNull().default(false),
    amountCents: bigint('amount_cents', { mode: 'number' }),
    /** ISO 4217. */
    currency: text('currency'),
    /** As it was reported last. Null: it was stored before states were. */
    state: text('state', { enum: activityStates }),
    /** As of when the state is, by the service's clock. Null: it didn't say. */
    stateAt: moment('state_at'),
    /** Whether a report said that it was paid. Null: it was stored before this was. */
    isConfirmed: boolean('is_confirmed'),
    /** Null: it was stored before this was. */
    isTest: boolean('is_test'),
    /** Tests, orders worth nothing and payments of a shop's order are stored, but never shown. */
    isShowable: boolean('is_showable').notNull(),
    /**
     * The shop's order that this payment paid, which is shown and counted instead. The payment is deleted
     * with it. Null: no such order is known.
     */
    sameSaleAs: reference('same_sale_as').references((): AnyPgColumn => activities.id, {
      onDelete: 'cascade',
    }),
    /** A member marked the payment as a separate sale, so it is never matched again. */
    isKeptApart: boolean('is_kept_apart').notNull().default(false),
    /**
     * SHA-256 of the caller's body, to distinguish a repeat from another activity with the same id,
     * or from a correction of it.
     */
    bodyHash: text('body_hash').notNull(),
    occurredAt: moment('occurred_at').notNull(),
    receivedAt: moment('received_at').notNull(),
  },
  (table) => [
    uniqueIndex('activities_external_key').on(
      table.siteId,
      table.kind,
      table.externalId,
      table.account,
    ),
    // Staff look for an order of any site.
    index('activities_external_id_idx').on(table.externalId),
    // For orders that a file or a page names by their number, and for staff, who know no site. Begins
    // like no other index, so that it is also used before the database knows how many rows there are.
    index('activities_order_number_idx')
      .on(table.orderNumber, table.siteId, table.kind)
      .where(sql`order_number is not null`),
    uniqueIndex('activities_uuid_key').on(table.uuid),
    // Must match `order by … desc`, which sorts nulls first. Otherwise the index isn't used.
    index('activities_recent_idx').on(
      table.siteId,
      table.kind,
      table.occurredAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    // For home's query for the last one received.
    index('activities_received_at_idx').on(table.siteId, table.receivedAt),
    // For exclusions that are removed and look for what they hid.
    index('activities_exclusion_id_idx')
      .on(table.exclusionId)
      .where(sql`exclusion_id is not null`),
    // For connections that are deleted.
    index('activities_connection_id_idx')
      .on(table.connectionId)
      .where(sql`connection_id is not null`),
    index('activities_list_idx').on(
      table.siteId,
      table.occurredAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    // Few at a time, for home's count of them.
    index('activities_waiting_idx')
      .on(table.siteId, table.kind)
      .where(sql`approval = 'quarantined'`),
    // For the order of a payment, and the payment of an order. Begins like no other index, so that it is
    // also used before the database knows how many rows there are.
    index('activities_sale_idx')
      .on(table.emailHash, table.amountCents, table.occurredAt)
      .where(sql`kind = 'purchase' and account <> '' and email_hash is not null`),
    // For orders that are deleted.
    index('activities_same_sale_as_idx')
      .on(table.sameSaleAs)
      .where(sql`same_sale_as is not null`),
    check(
      'activities_same_sale_check',
      sql`${table.sameSaleAs} is null or not (${table.isShowable} or ${table.isKeptApart})`,
    ),
    check(
      'activities_connection_check',
      sql`${table.connectionId} is null or ${table.source} = 'integration'`,
    ),
    ...tenantPolicies(),
  ],
)
