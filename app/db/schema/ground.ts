/**
 * The tables that every floor of the domain can name: people, teams and their members, sites, and
 * tokens of the API. All others belong to one area (.config/layers.cjs).
 */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
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
import {
  appRole,
  bytea,
  identity,
  moment,
  reference,
  systemPolicies,
  systemRole,
  tenantPolicies,
} from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: identity(),
    name: text('name').notNull(),
    /** Lower-case: two spellings of one address are one account. */
    email: text('email').notNull(),
    emailVerifiedAt: moment('email_verified_at'),
    /**
     * Argon2id in PHC format. Null: the person logs in through a shop system's admin alone, and the
     * address says nothing about other accounts.
     */
    passwordHash: text('password_hash'),
    passwordCreatedAt: moment('password_created_at'),
    /** When the person checked the box next to the terms. Null: they were never asked. */
    termsAcceptedAt: moment('terms_accepted_at'),
    /** Version of the terms that were accepted then: `TERMS_VERSION`, or that of the built-in ones. */
    termsVersion: text('terms_version'),
    isStaff: boolean('is_admin').notNull().default(false),
    /** Since then the person can't log in. Null: not suspended. */
    suspendedAt: moment('suspended_at'),
    /** The cause, as the person reads it. */
    suspensionNotice: text('suspension_notice'),
    /** Id in `photos`. */
    photoId: uuid('photo_id'),
    /** ISO 3166-1, of the phone number. */
    countryCode: text('country_code'),
    /** Digits without the country code. */
    phone: text('phone'),
    /** When the person entered a code that was sent to it. */
    phoneVerifiedAt: moment('phone_verified_at'),
    /** Where the person came from: the words of domain/accounts/profile/attribution.ts. */
    attribution: jsonb('attribution').$type<Record<string, string>>().notNull().default({}),
    /** One-time decisions: skipped steps of onboarding. */
    extraAttributes: jsonb('extra_attributes')
      .$type<{ skippedSteps?: string[] }>()
      .notNull()
      .default({}),
    lastReadAnnouncementsAt: moment('last_read_announcements_at'),
    currentTeamId: reference('current_team_id'),
    currentSiteId: reference('current_site_id'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('users_email_key')
      .on(table.email)
      .where(sql`${table.passwordHash} is not null`),
    index('users_staff_idx')
      .on(table.id)
      .where(sql`is_admin`),
    // Staff search for any part of both.
    index('users_search_idx').using(
      'gin',
      table.name.op('gin_trgm_ops'),
      table.email.op('gin_trgm_ops'),
    ),
    check(
      'users_terms_check',
      sql`(${table.termsAcceptedAt} is null) = (${table.termsVersion} is null)`,
    ),
    ...systemPolicies(),
  ],
)

/** See domain/plans/entitlements.ts. Flags that aren't named are as in the plan. */
export type PlanOverrides = {
  /** By the name of a feature flag. Unknown names are ignored. */
  features?: Readonly<Record<string, boolean>>
  reviewsLimit?: number
  siteLimit?: number
  memberLimit?: number
}

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
    /** The metered unit: impressions for Shopify, visitors for card and Wix. */
    meteredBy: text('metered_by', { enum: ['visitors', 'impressions'] })
      .notNull()
      .default('visitors'),
    /** The plan's units per month, written with the plan. Null: unlimited. */
    planLimit: bigint('plan_limit', { mode: 'number' }).default(1000),
    /** The plan's number of members, written with the plan. Null: unlimited. */
    memberLimit: integer('member_limit'),
    /** Differences from the plan that staff granted or withheld. */
    planOverrides: jsonb('plan_overrides').$type<PlanOverrides>().notNull().default({}),
    /** Units in addition to the plan's, until the boost expires. */
    visitorBoost: bigint('visitor_boost', { mode: 'number' }).notNull().default(0),
    visitorBoostExpiresAt: moment('visitor_boost_expires_at'),
    /** Since then nudges don't show and the API refuses. Null: not suspended. */
    suspendedAt: moment('suspended_at'),
    /** The cause, as members read it. */
    suspensionNotice: text('suspension_notice'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('teams_slug_key').on(table.slug),
    index('teams_owner_id_idx').on(table.ownerId),
    index('teams_search_idx').using('gin', table.name.op('gin_trgm_ops')),
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

/** Findings on a site's home page. */
export type StoredHomePage = {
  /** The site's URL when it was read: findings about another URL are void. */
  url: string
  /** ISO 8601. */
  readAt: string
  /** Name in domain/sites/home-page/platform.ts. */
  platform: string | null
  hasTagManager: boolean
  color: string | null
  thankYouPaths: string[]
  checkoutPaths: string[]
}

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
    /** Findings on the site's home page, to be offered during setup. Null: not read yet. */
    homePage: jsonb('home_page').$type<StoredHomePage>(),
    /** When the pixel last reported from the site's own host. Null: never. */
    pixelSeenAt: moment('pixel_seen_at'),
    /** Until then, pages list the forms that are submitted on them. Null: they don't. */
    formsListedUntil: moment('forms_listed_until'),
    /** The kill switch: since when nothing is shown. Null: off. */
    pausedAt: moment('paused_at'),
    /** When the holdout percentage last changed: earlier data can't be compared. */
    holdoutSince: moment('holdout_since'),
    /** Units for this site alone, once the team's limit is reached and until the boost expires. */
    visitorBoost: bigint('visitor_boost', { mode: 'number' }).notNull().default(0),
    visitorBoostExpiresAt: moment('visitor_boost_expires_at'),
    /**
     * Increases when activities that can be shown are changed or erased (by a trigger), and when
     * products are: cached counts may be too high then.
     */
    withdrawals: bigint('withdrawals', { mode: 'number' }).notNull().default(0),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('sites_uuid_key').on(table.uuid),
    uniqueIndex('sites_team_id_url_key').on(table.teamId, table.url),
    index('sites_search_idx').using(
      'gin',
      table.name.op('gin_trgm_ops'),
      table.url.op('gin_trgm_ops'),
    ),
    ...tenantPolicies(),
  ],
)

/** The row's site; the row is deleted with it. */
export const siteColumn = () =>
  reference('site_id')
    .notNull()
    .references(() => sites.id, { onDelete: 'cascade' })

/** Sites of members who don't see all of them. */
export const memberSites = pgTable(
  'member_sites',
  {
    teamId: teamColumn(),
    userId: reference('user_id').notNull(),
    siteId: reference('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.userId, table.siteId] }),
    foreignKey({
      name: 'member_sites_member_fk',
      columns: [table.teamId, table.userId],
      foreignColumns: [teamMembers.teamId, teamMembers.userId],
    }).onDelete('cascade'),
    index('member_sites_site_id_idx').on(table.siteId),
    ...tenantPolicies(),
  ],
)

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
