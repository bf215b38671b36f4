/** Teams, who belongs to them, the tokens that act for them and the sites that they own. */
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
    /** In `photos`. */
    photoId: uuid('photo_id'),
    /** Id in domain/plans/catalog.ts. */
    plan: text('plan').notNull().default('free'),
    /** What the plan is measured by: impressions for Shopify, visitors for card and Wix. */
    meteredBy: text('metered_by', { enum: ['visitors', 'impressions'] })
      .notNull()
      .default('visitors'),
    /** The plan's units in a month, written with the plan. Null: unlimited. */
    planLimit: bigint('plan_limit', { mode: 'number' }).default(1000),
    /** How many members the plan allows, written with the plan. Null: as many as there are. */
    memberLimit: integer('member_limit'),
    /** Units beside the plan's until the boost expires. */
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

/** The team that a row belongs to; the row goes with it. */
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
    /** Otherwise those in `member_sites` alone. */
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
    /** Public: it stands in the installation code of every page. */
    uuid: uuid('uuid')
      .notNull()
      .default(sql`gen_random_uuid()`),
    teamId: teamColumn(),
    name: text('name').notNull(),
    /** Normalised: scheme, host, port where unusual, no path. */
    url: text('url').notNull(),
    /** An identity of domain/sites/categories.ts. Null: the owner named none. */
    category: text('category'),
    /** IANA, such as `Europe/Amsterdam`: where its days begin. */
    timeZone: text('time_zone').notNull().default('UTC'),
    /** In `photos`. */
    logoId: uuid('logo_id'),
    /** What differs from the defaults of specification section 9. */
    options: jsonb('options').$type<Partial<SiteOptions>>().notNull().default({}),
    /** When the pixel last reported from the site's own host. Null: never. */
    pixelSeenAt: moment('pixel_seen_at'),
    /** The kill switch: since when nothing is shown. Null: it is not thrown. */
    pausedAt: moment('paused_at'),
    /** When the hold-out's percentage last changed: what was before can't be compared with. */
    holdoutSince: moment('holdout_since'),
    /**
     * Grows when activities that could be told were changed or erased (a trigger counts): what was
     * counted of them before may be too much.
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

/** The site that a row belongs to; the row goes with it. */
export const siteColumn = () =>
  reference('site_id')
    .notNull()
    .references(() => sites.id, { onDelete: 'cascade' })

/** Bearer tokens of the REST API. Shown once; only the SHA-256 stands here. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: identity(),
    teamId: teamColumn(),
    userId: reference('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null: every site of the team. */
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

/** The demo storefront's own account with us: the token that it calls the REST API with. */
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
