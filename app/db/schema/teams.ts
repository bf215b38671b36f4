/** Teams, their members, invitations and audit log. */
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
import { users } from './accounts.ts'
import {
  appRole,
  bytea,
  identity,
  moment,
  reference,
  systemRole,
  tenantPolicies,
} from './columns.ts'

/** See domain/plans/entitlements.ts. What isn't named is as in the plan. */
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
    /** What the plan is metered by: impressions for Shopify, visitors for card and Wix. */
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

/** Invitations. The email contains the token; only its SHA-256 is stored. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id')
      .primaryKey()
      .default(sql`gen_random_uuid()`),
    teamId: teamColumn(),
    email: text('email').notNull(),
    role: text('role', { enum: ['admin', 'editor', 'analyst'] }).notNull(),
    /** Null: all sites of the team. */
    siteIds: bigint('site_ids', { mode: 'number' }).array(),
    tokenHash: bytea('token_hash').notNull(),
    invitedBy: reference('invited_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
    sentAt: moment('sent_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('invitations_team_id_email_key').on(table.teamId, table.email),
    uniqueIndex('invitations_token_hash_key').on(table.tokenHash),
    index('invitations_email_idx').on(table.email),
    ...tenantPolicies(),
  ],
)

/** Audit log. Rows are added, never changed. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: identity(),
    teamId: teamColumn(),
    /** Null: the account no longer exists, or the product acted. */
    userId: reference('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The member of staff who impersonated the person. */
    impersonatorId: reference('impersonator_id').references(() => users.id, {
      onDelete: 'set null',
    }),
    /** A name from domain/teams/audit.ts, like `member.changed`. */
    act: text('act').notNull(),
    /** Data for the log's sentence. No secrets, no email texts. */
    details: jsonb('details').$type<Record<string, string | number | boolean | null>>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('audit_entries_team_id_id_idx').on(table.teamId, table.id),
    ...tenantPolicies(),
  ],
)
