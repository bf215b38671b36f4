/** What a site shows, the facts that it shows, and the proof that ties one to the other. */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
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
    /** Order on the page and in lists; the smallest comes first. */
    position: integer('position').notNull(),
    /** What differs from the type's default query. */
    query: jsonb('query').$type<Partial<NudgeQuery>>().notNull().default({}),
    /** What the owner typed, in the shape of the type; null for types without. */
    content: jsonb('content').$type<unknown>(),
    /** What differs from "everywhere, always, to everybody". */
    rules: jsonb('rules').$type<Partial<StoredRules>>().notNull().default({}),
    /** Of an inline nudge. */
    placement: jsonb('placement').$type<NudgePlacement>(),
    /** The owner's own words. Null: those of the type. */
    message: jsonb('message').$type<NudgeMessage>(),
    /** What differs from the site's look. */
    look: jsonb('look').$type<Partial<NudgeLook>>().notNull().default({}),
    /** What the owner changed and has not published: pages go on with the columns above. */
    draft: jsonb('draft').$type<NudgeSettings>(),
    /** When the draft is published by itself. */
    publishAt: moment('publish_at'),
    publishedAt: moment('published_at'),
    archivedAt: moment('archived_at'),
    /** Who saved it last. */
    userId: reference('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Grows with every change of wording or rule: a claim names the version that made it. */
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

/** What was ever published, to compare with and to go back to. */
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

/** Which activities are hidden as they arrive. */
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

/** One fact that may be shown. Facts are never edited; a correction is a new state. */
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
    /** The caller's own id: the same one twice is the same fact. */
    externalId: text('external_id').notNull(),
    source: text('source', { enum: ['rest_api', 'pixel', 'import'] }).notNull(),
    tokenId: reference('token_id').references(() => apiTokens.id, { onDelete: 'set null' }),
    /** How sure we are that the shop said it: signed (token, webhook), origin (its page), unknown. */
    trust: text('trust', { enum: ['signed', 'origin', 'unknown'] }).notNull(),
    /**
     * Quarantined: only the page said so, and the owner has not let it through. Hidden: the owner, or a
     * rule of the owner's, took it away. Both are never shown.
     */
    approval: text('approval', { enum: ['approved', 'quarantined', 'hidden'] })
      .notNull()
      .default('approved'),
    /** Of the exclusion that hid it. Null: the owner's own hand, or it is not hidden. */
    exclusionId: reference('exclusion_id').references(() => exclusions.id, {
      onDelete: 'set null',
    }),
    firstName: text('first_name'),
    lastName: text('last_name'),
    /** HMAC-SHA-256 of the lower-case address' SHA-256, for erasing on request. No address is kept. */
    emailHash: text('email_hash'),
    city: text('city'),
    /** ISO 3166-1 alpha-2. */
    country: text('country'),
    productTitle: text('product_title'),
    productUrl: text('product_url'),
    productImage: text('product_image'),
    /** 1 to 5; of a review. */
    stars: integer('stars'),
    /** The words of a review, never edited. */
    body: text('body'),
    amountCents: bigint('amount_cents', { mode: 'number' }),
    /** ISO 4217. */
    currency: text('currency'),
    /** An order of nothing or a test order is kept, and never shown. */
    isShowable: boolean('is_showable').notNull(),
    /** SHA-256 of the caller's body, to tell a repeat from a different fact with the same id. */
    bodyHash: text('body_hash').notNull(),
    occurredAt: moment('occurred_at').notNull(),
    receivedAt: moment('received_at').notNull(),
  },
  (table) => [
    uniqueIndex('activities_external_key').on(table.siteId, table.kind, table.externalId),
    uniqueIndex('activities_uuid_key').on(table.uuid),
    // Nulls first is what `order by … desc` means: an index in another order would not be used.
    index('activities_recent_idx').on(
      table.siteId,
      table.kind,
      table.occurredAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    // Home asks when the last one came in.
    index('activities_received_at_idx').on(table.siteId, table.receivedAt),
    // An exclusion that is taken back looks for what it hid.
    index('activities_exclusion_id_idx')
      .on(table.exclusionId)
      .where(sql`exclusion_id is not null`),
    index('activities_list_idx').on(
      table.siteId,
      table.occurredAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    ...tenantPolicies(),
  ],
)

/** The proof behind what a nudge says: what it rests on, by which version of which rule. */
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
    /** Of the basis `activity`. */
    activityId: reference('activity_id').references(() => activities.id, { onDelete: 'cascade' }),
    /** The rule in words and its window, as they stood when the claim was first made. */
    rule: text('rule').notNull(),
    windowSeconds: integer('window_seconds').notNull(),
    /** What was asserted, as the visitor reads it. */
    text: text('text').notNull(),
    createdAt: moment('created_at').notNull(),
    /** When a payload last told it, to the day: its pages may still point to it. */
    lastShownAt: moment('told_at').notNull().defaultNow(),
  },
  (table) => [
    unique('claims_subject_key')
      .on(table.nudgeId, table.nudgeVersion, table.activityId, table.text)
      .nullsNotDistinct(),
    // An activity that is erased takes its claims along: without this it would look through all.
    index('claims_activity_id_idx').on(table.activityId),
    index('claims_told_at_idx').on(table.lastShownAt),
    ...tenantPolicies(),
  ],
)

/** Preview links that were opened, and by which tab: a link works in no other one. Not kept for longer than they live. */
export const previewTabs = pgTable(
  'preview_tabs',
  {
    link: uuid('link').primaryKey(),
    /** SHA-256 of what the tab calls itself. */
    tabHash: bytea('tab_hash').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  () => systemPolicies(),
)
