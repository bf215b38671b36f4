/** Push nudges: sites' settings and keys, subscriptions, messages and their sends. */
import { sql } from 'drizzle-orm'
import {
  bigint,
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
import { automationKinds, pushKinds } from '#app/contract/push.ts'
import type {
  PushAudience,
  PushContent,
  PushDelivery,
  PushPrompt,
} from '#app/contract/push-settings.ts'
import {
  bytea,
  identity,
  moment,
  reference,
  sealed,
  systemPolicies,
  tenantPolicies,
} from './columns.ts'
import { siteColumn, teamColumn, users } from './ground.ts'

/** A site that has opened push nudges once. */
export const pushSites = pgTable(
  'push_sites',
  {
    siteId: siteColumn().primaryKey(),
    teamId: teamColumn(),
    /** Overrides of the defaults. */
    prompt: jsonb('prompt').$type<Partial<PushPrompt>>().notNull().default({}),
    delivery: jsonb('delivery').$type<Partial<PushDelivery>>().notNull().default({}),
    /** When the share of the holdout group last changed: earlier sends can't be compared. */
    holdoutSince: moment('holdout_since'),
    /** Since when nothing is sent. Null: not paused. */
    pausedAt: moment('paused_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  () => tenantPolicies(),
)

/**
 * VAPID keys (RFC 8292). A subscription takes messages of the key that it was created with alone, so a
 * replaced key signs for its subscriptions until the last of them is deleted.
 */
export const pushKeys = pgTable(
  'push_keys',
  {
    id: identity(),
    teamId: teamColumn(),
    siteId: siteColumn(),
    /** Uncompressed point on P-256, base64url. */
    publicKey: text('public_key').notNull(),
    privateKey: sealed('private_key').notNull(),
    createdAt: moment('created_at').notNull(),
    /** Null: browsers subscribe with it. */
    replacedAt: moment('replaced_at'),
  },
  (table) => [
    uniqueIndex('push_keys_public_key_key').on(table.publicKey),
    uniqueIndex('push_keys_current_key')
      .on(table.siteId)
      .where(sql`replaced_at is null`),
    ...tenantPolicies(),
  ],
)

/** A browser that asked for messages. Deleted when it no longer does, or when its service no longer knows it. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: identity(),
    uuid: uuid('uuid').notNull(),
    teamId: teamColumn(),
    siteId: siteColumn(),
    keyId: reference('key_id')
      .notNull()
      .references(() => pushKeys.id, { onDelete: 'cascade' }),
    /** Keyed hash of the endpoint: the same browser subscribes once. */
    endpointHash: bytea('endpoint_hash').notNull(),
    /** JSON of endpoint, p256dh and auth: with it, others could push to the browser. */
    address: sealed('address').notNull(),
    /** Host of the push service. */
    service: text('service').notNull(),
    /** The kinds that the visitor agreed to, and no others. */
    kinds: text('kinds', { enum: pushKinds }).array().notNull(),
    /** The words they agreed to last, and when and where they did. */
    consentWords: text('consent_words').notNull(),
    consentAt: moment('consent_at').notNull(),
    consentPage: text('consent_page').notNull(),
    language: text('language').notNull(),
    /** IANA. */
    timeZone: text('time_zone').notNull(),
    /** ISO 3166-1 alpha-2. Null: unknown. */
    country: text('country'),
    lastVisitAt: moment('last_visit_at').notNull(),
    /** Paths and products of the latest visits, the last one first. */
    pages: text('pages').array().notNull(),
    products: text('products').array().notNull(),
    /** 16 random bytes, which choose the arm of the holdout group and the variant of a split test. */
    draw: bytea('draw').notNull(),
    /** Key of the visitor who consented to being recognized. Null: they didn't. */
    visitor: bytea('visitor'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('push_subscriptions_uuid_key').on(table.uuid),
    uniqueIndex('push_subscriptions_endpoint_key').on(table.siteId, table.endpointHash),
    index('push_subscriptions_site_id_idx').on(table.siteId, table.id),
    index('push_subscriptions_key_id_idx').on(table.keyId),
    index('push_subscriptions_visitor_idx')
      .on(table.siteId, table.visitor)
      .where(sql`visitor is not null`),
    ...tenantPolicies(),
  ],
)

/** Requests of subscribers to hear about a product, an order, or their cart. */
export const pushWatches = pgTable(
  'push_watches',
  {
    id: identity(),
    teamId: teamColumn(),
    siteId: siteColumn(),
    subscriptionId: reference('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: automationKinds }).notNull(),
    /** The shop's id of the product or the order; of a cart its products, one a line. */
    subject: text('subject').notNull(),
    /** Path of the cart's page. */
    page: text('page'),
    /** The price when it was asked for. */
    priceCents: bigint('price_cents', { mode: 'number' }),
    currency: text('currency'),
    words: text('words').notNull(),
    createdAt: moment('created_at').notNull(),
    /** When the fact is looked at next. Null: when the shop reports it. */
    dueAt: moment('due_at'),
  },
  (table) => [
    uniqueIndex('push_watches_subject_key').on(table.subscriptionId, table.kind, table.subject),
    index('push_watches_subject_idx').on(table.siteId, table.kind, table.subject),
    index('push_watches_due_at_idx')
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    ...tenantPolicies(),
  ],
)

/** Campaigns, and one automation of each kind. */
export const pushMessages = pgTable(
  'push_messages',
  {
    id: identity(),
    uuid: uuid('uuid')
      .notNull()
      .default(sql`gen_random_uuid()`),
    teamId: teamColumn(),
    siteId: siteColumn(),
    kind: text('kind', { enum: pushKinds }).notNull(),
    name: text('name').notNull(),
    /** Campaigns: all but `on` and `off`. */
    state: text('state', {
      enum: ['draft', 'sending', 'paused', 'sent', 'stopped', 'on', 'off'],
    }).notNull(),
    content: jsonb('content').$type<PushContent>().notNull(),
    contentB: jsonb('content_b').$type<PushContent>(),
    shareB: smallint('share_b').notNull().default(50),
    audience: jsonb('audience').$type<Partial<PushAudience>>().notNull().default({}),
    /** Local time of each subscriber, `2026-12-01T09:00`. Null: when it is started. */
    sendAt: text('send_at'),
    /** Until it is no longer worth showing. */
    hours: smallint('hours').notNull().default(24),
    /** Hours after the fact, in automations. */
    waitHours: smallint('wait_hours').notNull().default(0),
    /** Increases with each change of text. Sends refer to it. */
    version: integer('version').notNull().default(1),
    /** The last subscription that the campaign's sends were stored for. */
    addressedUntil: bigint('addressed_until', { mode: 'number' }).notNull().default(0),
    /** When all subscriptions have their send. */
    addressedAt: moment('addressed_at'),
    userId: reference('user_id').references(() => users.id, { onDelete: 'set null' }),
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('push_messages_uuid_key').on(table.uuid),
    uniqueIndex('push_messages_automation_key')
      .on(table.siteId, table.kind)
      .where(sql`kind <> 'news'`),
    index('push_messages_site_id_idx').on(table.siteId, table.id),
    index('push_messages_sending_idx')
      .on(table.id)
      .where(sql`state = 'sending'`),
    ...tenantPolicies(),
  ],
)

/** Why a message was not sent, or not accepted. */
export const sendReasons = [
  /** The subscriber turned the kind off, or the campaign was stopped, in the meantime. */
  'unwanted',
  'stopped',
  /** The fact no longer holds. */
  'outdated',
  /** As many messages as the subscriber gets in a day or a week. */
  'cap',
  /** The holdout group. */
  'holdout',
  /** The plan's limit was reached. */
  'limit',
  /** It could not be sent before it was no longer worth showing. */
  'late',
  /** The push service's answers: no such subscription, too large, not signed by its key, refused. */
  'gone',
  'too_large',
  'key',
  'refused',
  /** No answer, or only "later", until it was no longer worth showing. */
  'unreachable',
] as const
export type SendReason = (typeof sendReasons)[number]

/** One message for one subscription. */
export const pushSends = pgTable(
  'push_sends',
  {
    id: identity(),
    teamId: teamColumn(),
    siteId: siteColumn(),
    messageId: reference('message_id')
      .notNull()
      .references(() => pushMessages.id, { onDelete: 'cascade' }),
    subscriptionId: reference('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    /** The fact of an automation, for example a request. Empty for campaigns. */
    occasion: text('occasion').notNull().default(''),
    /** The watch that asked for it. Null: none, or it was answered. */
    watchId: reference('watch_id').references(() => pushWatches.id, { onDelete: 'set null' }),
    variant: text('variant', { enum: ['a', 'b', 'holdout'] }).notNull(),
    /** `sending`: a process has it until `due_at`, and another one takes it after that. */
    state: text('state', {
      enum: ['waiting', 'sending', 'accepted', 'failed', 'skipped'],
    }).notNull(),
    reason: text('reason', { enum: sendReasons }),
    /** Host of the push service, whose answers decide when others are sent. */
    service: text('service').notNull(),
    dueAt: moment('due_at').notNull(),
    /** From when on it is no longer worth showing. */
    expiresAt: moment('expires_at').notNull(),
    attempts: smallint('attempts').notNull().default(0),
    /** The last answer of the service. Null: none. */
    status: smallint('status'),
    /** The text as it was sent, and what it rests on, for "Why do I get this?". */
    shown: jsonb('shown').$type<SentMessage>(),
    acceptedAt: moment('accepted_at'),
    shownAt: moment('shown_at'),
    clickedAt: moment('clicked_at'),
    closedAt: moment('closed_at'),
    /** When the subscriber first reached a goal in the week after it. */
    convertedAt: moment('converted_at'),
    /** When the subscriber turned the kind off with this message. */
    stoppedAt: moment('stopped_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('push_sends_message_key').on(table.messageId, table.subscriptionId, table.occasion),
    index('push_sends_due_idx')
      .on(table.service, table.dueAt)
      .where(sql`state in ('waiting', 'sending')`),
    index('push_sends_open_idx')
      .on(table.messageId, table.service, table.dueAt)
      .where(sql`state in ('waiting', 'sending')`),
    index('push_sends_subscription_id_idx').on(table.subscriptionId, table.id),
    index('push_sends_watch_id_idx')
      .on(table.watchId)
      .where(sql`watch_id is not null`),
    index('push_sends_site_id_idx').on(table.siteId, table.id),
    ...tenantPolicies(),
  ],
)

export type SentMessage = {
  title: string
  body: string
  url: string
  version: number
  /** In words, for the subscriber: what the message rests on. */
  why: readonly string[]
}

/** Sums per message and variant: rows of sends go with their subscriptions. */
export const pushCounts = pgTable(
  'push_counts',
  {
    messageId: reference('message_id')
      .notNull()
      .references(() => pushMessages.id, { onDelete: 'cascade' }),
    variant: text('variant', { enum: ['a', 'b', 'holdout'] }).notNull(),
    /** UTC, of the event. */
    day: date('day').notNull(),
    teamId: teamColumn(),
    siteId: siteColumn(),
    /** Addressed: one for each row of `push_sends`. */
    sends: integer('sends').notNull().default(0),
    accepted: integer('accepted').notNull().default(0),
    shown: integer('shown').notNull().default(0),
    clicked: integer('clicked').notNull().default(0),
    closed: integer('closed').notNull().default(0),
    stopped: integer('stopped').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    /** Subscribers who reached a goal in the week after it. */
    converted: integer('converted').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.messageId, table.variant, table.day] }),
    index('push_counts_site_id_idx').on(table.siteId, table.day),
    ...tenantPolicies(),
  ],
)

/** Subscriptions that came and went, per day (UTC). */
export const pushDays = pgTable(
  'push_days',
  {
    siteId: siteColumn(),
    day: date('day').notNull(),
    teamId: teamColumn(),
    subscribed: integer('subscribed').notNull().default(0),
    unsubscribed: integer('unsubscribed').notNull().default(0),
    /** Their service no longer knew them. */
    gone: integer('gone').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.day] }), ...tenantPolicies()],
)

/** Push services that asked us to wait, or don't answer. Shared by all sites and processes. */
export const pushServices = pgTable(
  'push_services',
  {
    host: text('host').primaryKey(),
    failures: integer('failures').notNull().default(0),
    restsUntil: moment('rests_until'),
    /** The last answer that was no acceptance. Null: no answer. */
    status: smallint('status'),
    updatedAt: moment('updated_at').notNull(),
  },
  () => systemPolicies(),
)
