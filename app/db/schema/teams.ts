/** Teams, their members, API tokens and sites. */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { SiteOptions } from '#app/contract/site-options.ts'
import { users } from './accounts.ts'
import {
  appRole,
  bytea,
  identity,
  moment,
  reference,
  sealed,
  systemRole,
  tenantPolicies,
} from './columns.ts'

export const teams = pgTable(
  'teams',
  {
    id: identity(),
    ownerId: reference('owner_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    slug: text('slug').notNull(),
    /** Id in `photos`. */
    photoId: uuid('photo_id'),
    /** Id in domain/plans/catalog.ts. */
    plan: text('plan').notNull().default('free'),
    /** What the plan is metered by: impressions for Shopify, visitors for card and Wix. */
    meteredBy: text('metered_by', { enum: ['visitors', 'impressions'] })
      .notNull()
      .default('visitors'),
    /** The plan's units per month, written with the plan. Null: unlimited. */
    planLimit: bigint('plan_limit', { mode: 'number' }).default(1000),
    /** The plan's number of members, written with the plan. Null: unlimited. */
    memberLimit: integer('member_limit'),
    /** Units in addition to the plan's, until the boost expires. */
    visitorBoost: bigint('visitor_boost', { mode: 'number' }).notNull().default(0),
    visitorBoostExpiresAt: moment('visitor_boost_expires_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('teams_slug_key').on(table.slug),
    index('teams_owner_id_idx').on(table.ownerId),
    pgPolicy('team_rows', {
      for: 'all',
      to: appRole,
      using: sql`id = nullif(current_setting('app.team_id', true), '')::bigint`,
      withCheck: sql`id = nullif(current_setting('app.team_id', true), '')::bigint`,
    }),
    pgPolicy('system_rows', { for: 'all', to: systemRole, using: sql`true`, withCheck: sql`true` }),
  ],
)

/** The row's team; the row is deleted with it. */
export const teamColumn = () =>
  reference('team_id')
    .notNull()
    .references(() => teams.id, { onDelete: 'cascade' })

export const teamMembers = pgTable(
  'team_members',
  {
    teamId: teamColumn(),
    userId: reference('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ['owner', 'admin', 'editor', 'analyst'] }).notNull(),
    /** Otherwise only those in `member_sites`. */
    seesAllSites: boolean('sees_all_sites').notNull().default(true),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.userId] }),
    index('team_members_user_id_idx').on(table.userId),
    ...tenantPolicies(),
  ],
)

export const sites = pgTable(
  'sites',
  {
    id: identity(),
    /** Public: the installation code on every page contains it. */
    uuid: uuid('uuid')
      .notNull()
      .default(sql`gen_random_uuid()`),
    teamId: teamColumn(),
    name: text('name').notNull(),
    /** Normalized: scheme, host, non-default port, no path. */
    url: text('url').notNull(),
    /** Identity in domain/sites/categories.ts. Null: none. */
    category: text('category'),
    /** IANA, for example `Europe/Amsterdam`: defines the site's days. */
    timeZone: text('time_zone').notNull().default('UTC'),
    /** Id in `photos`. */
    logoId: uuid('logo_id'),
    /** Overrides of the default options. */
    options: jsonb('options').$type<Partial<SiteOptions>>().notNull().default({}),
    /** When the pixel last reported from the site's own host. Null: never. */
    pixelSeenAt: moment('pixel_seen_at'),
    /** The kill switch: since when nothing is shown. Null: off. */
    pausedAt: moment('paused_at'),
    /** When the holdout percentage last changed: earlier data can't be compared. */
    holdoutSince: moment('holdout_since'),
    /**
     * Increases when activities that can be shown are changed or erased (by a trigger): cached
     * counts may be too high then.
     */
    withdrawals: bigint('withdrawals', { mode: 'number' }).notNull().default(0),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('sites_uuid_key').on(table.uuid),
    uniqueIndex('sites_team_id_url_key').on(table.teamId, table.url),
    ...tenantPolicies(),
  ],
)

/** The row's site; the row is deleted with it. */
export const siteColumn = () =>
  reference('site_id')
    .notNull()
    .references(() => sites.id, { onDelete: 'cascade' })

/** Tokens of the REST API. Shown once; only the SHA-256 is stored. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: identity(),
    teamId: teamColumn(),
    userId: reference('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null: all sites of the team. */
    siteId: reference('site_id').references(() => sites.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    abilities: text('abilities').array().notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
    expiresAt: moment('expires_at'),
  },
  (table) => [
    uniqueIndex('api_tokens_token_hash_key').on(table.tokenHash),
    index('api_tokens_team_id_idx').on(table.teamId),
    ...tenantPolicies(),
  ],
)

/** The demo shop's API token. */
export const demoShops = pgTable(
  'demo_shops',
  {
    siteId: reference('site_id')
      .primaryKey()
      .references(() => sites.id, { onDelete: 'cascade' }),
    teamId: teamColumn(),
    apiToken: sealed('api_token').notNull(),
  },
  () => tenantPolicies(),
)
