/** Webhooks that sites send, from the event to the answer of the endpoint. */
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { testEvent, webhookEvents } from '#app/contract/webhooks.ts'
import { activities } from './activities.ts'
import { identity, moment, reference, sealed, tenantPolicies } from './columns.ts'
import { goals } from './goals.ts'
import { apiTokens, siteColumn, teamColumn } from './ground.ts'
import { nudges } from './nudges.ts'

export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: identity(),
    uuid: uuid('uuid')
      .notNull()
      .default(sql`gen_random_uuid()`),
    teamId: teamColumn(),
    siteId: siteColumn(),
    url: text('url').notNull(),
    events: text('events', { enum: webhookEvents }).array().notNull(),
    secret: sealed('secret').notNull(),
    /** Signs as well for a day after it was replaced. */
    previousSecret: sealed('previous_secret'),
    previousUntil: moment('previous_until'),
    state: text('state', { enum: ['active', 'paused'] })
      .notNull()
      .default('active'),
    /** Null while it is active. */
    pauseReason: text('pause_reason', { enum: ['owner', 'failing', 'backlog', 'gone'] }),
    pausedAt: moment('paused_at'),
    /** The token that subscribed, and whose end is this one's. Null: made on the screen. */
    tokenId: reference('token_id').references(() => apiTokens.id, { onDelete: 'cascade' }),
    /** Since when every attempt failed. Null: the last one succeeded, or there was none. */
    failingSince: moment('failing_since'),
    /** Attempts that failed since the last success. */
    failures: integer('failures').notNull().default(0),
    /** The last answer took long, or there was none. */
    slowSince: moment('slow_since'),
    /** Nothing is sent before. */
    restsUntil: moment('rests_until'),
    /** A process sends to it until then. */
    leasedUntil: moment('leased_until'),
    lastDeliveredAt: moment('last_delivered_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('webhook_endpoints_uuid_key').on(table.uuid),
    index('webhook_endpoints_site_id_idx').on(table.siteId),
    index('webhook_endpoints_token_id_idx').on(table.tokenId),
    ...tenantPolicies(),
  ],
)

/**
 * The outbox. A trigger stores each event in the transaction that causes it, if an endpoint subscribes to it.
 * A process then adds its body and a message for each endpoint. It is deleted with the row that it refers to.
 */
export const webhookEventRows = pgTable(
  'webhook_events',
  {
    id: identity(),
    uuid: uuid('uuid')
      .notNull()
      .default(sql`gen_random_uuid()`),
    teamId: teamColumn(),
    siteId: siteColumn(),
    type: text('type', { enum: [...webhookEvents, testEvent] }).notNull(),
    activityId: reference('activity_id').references(() => activities.id, { onDelete: 'cascade' }),
    goalId: reference('goal_id').references(() => goals.id, { onDelete: 'cascade' }),
    /** The conversion's, with `goal_id`. */
    conversionKey: text('conversion_key'),
    nudgeId: reference('nudge_id').references(() => nudges.id, { onDelete: 'cascade' }),
    /** Details that are known only while it happens. */
    facts: jsonb('facts').$type<Record<string, string | number | null>>(),
    happenedAt: moment('happened_at').notNull(),
    /** JSON as it is signed and sent, each time the same. Null: it waits for its body. */
    body: sealed('body'),
    /** When it got its body. */
    preparedAt: moment('prepared_at'),
  },
  (table) => [
    uniqueIndex('webhook_events_uuid_key').on(table.uuid),
    index('webhook_events_waiting_idx')
      .on(table.id)
      .where(sql`prepared_at is null`),
    index('webhook_events_prepared_at_idx').on(table.preparedAt),
    index('webhook_events_site_id_idx').on(table.siteId),
    index('webhook_events_activity_id_idx')
      .on(table.activityId)
      .where(sql`activity_id is not null`),
    index('webhook_events_goal_id_idx')
      .on(table.goalId)
      .where(sql`goal_id is not null`),
    index('webhook_events_nudge_id_idx')
      .on(table.nudgeId)
      .where(sql`nudge_id is not null`),
    ...tenantPolicies(),
  ],
)

/** One event for one endpoint. */
export const webhookMessages = pgTable(
  'webhook_messages',
  {
    id: identity(),
    uuid: uuid('uuid')
      .notNull()
      .default(sql`gen_random_uuid()`),
    teamId: teamColumn(),
    siteId: siteColumn(),
    endpointId: reference('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    eventId: reference('event_id')
      .notNull()
      .references(() => webhookEventRows.id, { onDelete: 'cascade' }),
    state: text('state', { enum: ['waiting', 'delivered', 'failed'] })
      .notNull()
      .default('waiting'),
    /** Since it was last sent by hand. */
    attempts: integer('attempts').notNull().default(0),
    dueAt: moment('due_at').notNull(),
  },
  (table) => [
    uniqueIndex('webhook_messages_uuid_key').on(table.uuid),
    uniqueIndex('webhook_messages_event_key').on(table.eventId, table.endpointId),
    index('webhook_messages_waiting_idx')
      .on(table.endpointId, table.id)
      .where(sql`state = 'waiting'`),
    index('webhook_messages_failed_idx')
      .on(table.id)
      .where(sql`state = 'failed'`),
    index('webhook_messages_endpoint_id_idx').on(table.endpointId, table.id),
    index('webhook_messages_site_id_idx').on(table.siteId),
    ...tenantPolicies(),
  ],
)

/** Each try to deliver a message. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    id: identity(),
    teamId: teamColumn(),
    siteId: siteColumn(),
    messageId: reference('message_id')
      .notNull()
      .references(() => webhookMessages.id, { onDelete: 'cascade' }),
    /** Null: there was no answer. */
    status: integer('status'),
    /** Why there was none. */
    fault: text('fault', {
      enum: ['address', 'connection', 'redirects', 'answer', 'size', 'time'],
    }),
    millis: integer('millis').notNull(),
    /** The beginning of the response's body. */
    response: sealed('response'),
    attemptedAt: moment('attempted_at').notNull(),
  },
  (table) => [
    index('webhook_attempts_message_id_idx').on(table.messageId, table.id),
    index('webhook_attempts_site_id_idx').on(table.siteId),
    ...tenantPolicies(),
  ],
)
