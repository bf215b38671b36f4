/** Nudges, the activities that they show, and the claims that connect the two. */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { activitySources } from '#app/contract/activity-sources.ts'
import type { NudgePlacement, StoredRules } from '#app/contract/nudge-rules.ts'
import type { NudgeLook, NudgeMessage, NudgeSettings } from '#app/contract/nudge-settings.ts'
import type { NudgeQuery } from '#app/contract/nudges.ts'
import { users } from './accounts.ts'
import { bytea, identity, moment, reference, systemPolicies, tenantPolicies } from './columns.ts'
import { apiTokens, siteColumn, teamColumn } from './teams.ts'

export const nudges = pgTable(
  'nudges',
  {
    id: identity(),
    uuid: uuid('uuid')
      .notNull()
      .default(sql`gen_random_uuid()`),
    teamId: teamColumn(),
    siteId: siteColumn(),
    surface: text('surface', { enum: ['popup', 'inline', 'push'] }).notNull(),
    type: text('type').notNull(),
    name: text('name').notNull(),
    state: text('state', { enum: ['draft', 'published', 'paused'] }).notNull(),
    /** Display order on pages and in lists; ascending. */
    position: integer('position').notNull(),
    /** Overrides of the type's query defaults. */
    query: jsonb('query').$type<Partial<NudgeQuery>>().notNull().default({}),
    /** Content that the owner entered, in the type's schema; null for types without. */
    content: jsonb('content').$type<unknown>(),
    /** Overrides of "everywhere, always, for everyone". */
    rules: jsonb('rules').$type<Partial<StoredRules>>().notNull().default({}),
    /** For inline nudges. */
    placement: jsonb('placement').$type<NudgePlacement>(),
    /** The owner's template. Null: the type's text. */
    message: jsonb('message').$type<NudgeMessage>(),
    /** Overrides of the site's look. */
    look: jsonb('look').$type<Partial<NudgeLook>>().notNull().default({}),
    /** Unpublished changes. Pages use the columns above. */
    draft: jsonb('draft').$type<NudgeSettings>(),
    /** When the draft is scheduled for publication. */
    publishAt: moment('publish_at'),
    publishedAt: moment('published_at'),
    archivedAt: moment('archived_at'),
    /** Who saved it last. */
    userId: reference('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Increases with every change of text or rule. Claims refer to it. */
    version: integer('version').notNull().default(1),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('nudges_uuid_key').on(table.uuid),
    index('nudges_site_id_idx').on(table.siteId, table.position),
    ...tenantPolicies(),
  ],
)

/** All published versions, to compare and restore. */
export const nudgeVersions = pgTable(
  'nudge_versions',
  {
    nudgeId: reference('nudge_id')
      .notNull()
      .references(() => nudges.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    teamId: teamColumn(),
    siteId: siteColumn(),
    settings: jsonb('settings').$type<NudgeSettings>().notNull(),
    userId: reference('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.nudgeId, table.version] }), ...tenantPolicies()],
)

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

/** Activities that can be shown. Never edited: a correction is a new state. */
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
    /** The caller's id. The same id is the same activity. */
    externalId: text('external_id').notNull(),
    source: text('source', { enum: activitySources }).notNull(),
    tokenId: reference('token_id').references(() => apiTokens.id, { onDelete: 'set null' }),
    /**
     * The connection that delivered it; of integrations alone. Not a foreign key yet, because there is
     * no table of connections: the migration that creates the table adds the key.
     */
    connectionId: reference('connection_id'),
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
    /** Text of a review, never edited. */
    body: text('body'),
    amountCents: bigint('amount_cents', { mode: 'number' }),
    /** ISO 4217. */
    currency: text('currency'),
    /** Tests and orders worth nothing are stored, but never shown. */
    isShowable: boolean('is_showable').notNull(),
    /**
     * SHA-256 of the caller's body, to distinguish a repeat from another activity with the same id.
     */
    bodyHash: text('body_hash').notNull(),
    occurredAt: moment('occurred_at').notNull(),
    receivedAt: moment('received_at').notNull(),
  },
  (table) => [
    uniqueIndex('activities_external_key').on(table.siteId, table.kind, table.externalId),
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
    index('activities_list_idx').on(
      table.siteId,
      table.occurredAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    check(
      'activities_connection_check',
      sql`${table.connectionId} is null or ${table.source} = 'integration'`,
    ),
    ...tenantPolicies(),
  ],
)

/** Claims: what nudges asserted, based on which data, by which version of which rule. */
export const claims = pgTable(
  'claims',
  {
    id: uuid('id')
      .primaryKey()
      .default(sql`gen_random_uuid()`),
    teamId: teamColumn(),
    siteId: siteColumn(),
    nudgeId: reference('nudge_id')
      .notNull()
      .references(() => nudges.id, { onDelete: 'cascade' }),
    nudgeVersion: integer('nudge_version').notNull(),
    basis: text('basis', { enum: ['activity', 'activities', 'presence', 'page', 'owner'] })
      .notNull()
      .default('activity'),
    /** For the basis `activity`. */
    activityId: reference('activity_id').references(() => activities.id, { onDelete: 'cascade' }),
    /** The rule in words and its time frame, when the claim was first created. */
    rule: text('rule').notNull(),
    windowSeconds: integer('window_seconds').notNull(),
    /** What the visitor reads. */
    text: text('text').notNull(),
    createdAt: moment('created_at').notNull(),
    /** When a payload last used it, to the day: pages may still refer to it. */
    lastShownAt: moment('told_at').notNull().defaultNow(),
  },
  (table) => [
    unique('claims_subject_key')
      .on(table.nudgeId, table.nudgeVersion, table.activityId, table.text)
      .nullsNotDistinct(),
    // For erasing an activity with its claims, which would otherwise scan the table.
    index('claims_activity_id_idx').on(table.activityId),
    index('claims_told_at_idx').on(table.lastShownAt),
    ...tenantPolicies(),
  ],
)

/**
 * Which tab opened a preview link first: the link is valid in no other. Deleted when the link
 * expires.
 */
export const previewTabs = pgTable(
  'preview_tabs',
  {
    link: uuid('link').primaryKey(),
    /** SHA-256 of the tab's id. */
    tabHash: bytea('tab_hash').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  () => systemPolicies(),
)
