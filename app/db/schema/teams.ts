/** Invitations and the audit log of teams. */
import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea, identity, moment, reference, tenantPolicies } from './columns.ts'
import { teamColumn, users } from './ground.ts'

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
