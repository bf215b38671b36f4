/** Nudges, their versions and experiments, and the claims that connect them with activities. */
import { sql } from 'drizzle-orm'
import {
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
import { activities } from './activities.ts'
import { identity, moment, reference, shortIdColumn, tenantPolicies } from './columns.ts'
import { siteColumn, teamColumn, users } from './ground.ts'

export const nudges = pgTable(
  'nudges',
  {
    id: identity(),
    uuid: uuid('uuid')
      .notNull()
      .default(sql`gen_random_uuid()`),
    shortId: shortIdColumn(sql`uuid`),
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
    uniqueIndex('nudges_short_id_key').on(table.siteId, table.shortId),
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

/**
 * Splits the visitors who can see nudges: variant `a` shows the published nudge, variant `b`
 * another version of it, or all nudges except this one. A site runs one at a time, because
 * separating two would need four times as many visitors.
 */
export const nudgeExperiments = pgTable(
  'nudge_experiments',
  {
    id: identity(),
    uuid: uuid('uuid')
      .notNull()
      .default(sql`gen_random_uuid()`),
    teamId: teamColumn(),
    siteId: siteColumn(),
    nudgeId: reference('nudge_id')
      .notNull()
      .references(() => nudges.id, { onDelete: 'cascade' }),
    /** Variant `b`: without this nudge, or with the draft at the start of the experiment. */
    kind: text('kind', { enum: ['without', 'draft'] }).notNull(),
    /** Percentage of variant `b`, of the visitors who can see nudges. */
    share: integer('share').notNull(),
    /** The compared versions. Null: variant `b` is without the nudge. */
    versionA: integer('version_a').notNull(),
    versionB: integer('version_b'),
    /** Settings of variant `b`. Null: without the nudge. */
    settingsB: jsonb('settings_b').$type<NudgeSettings>(),
    userId: reference('user_id').references(() => users.id, { onDelete: 'set null' }),
    startedAt: moment('started_at').notNull(),
    /** Null: it is running. */
    endedAt: moment('ended_at'),
    /**
     * The variant that was kept. Null: it is running, or the nudge was changed or turned off in the
     * meantime.
     */
    kept: text('kept', { enum: ['a', 'b'] }),
  },
  (table) => [
    uniqueIndex('nudge_experiments_uuid_key').on(table.uuid),
    uniqueIndex('nudge_experiments_running_key')
      .on(table.siteId)
      .where(sql`ended_at is null`),
    index('nudge_experiments_nudge_id_idx').on(table.nudgeId, table.startedAt),
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
    shortId: shortIdColumn(sql`id`),
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
    /** The text that the visitor reads. */
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
    // Not unique: that two of a nudge are the same is unlikely, and must not stop its payload.
    index('claims_short_id_idx').on(table.nudgeId, table.shortId),
    ...tenantPolicies(),
  ],
)
