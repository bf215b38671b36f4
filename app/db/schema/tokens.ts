import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { bytea, identity, moment, reference, sealed, tenantPolicies } from './columns.ts'
import { sites } from './sites.ts'
import { teamColumn } from './teams.ts'

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

/**
 * Answers to writes that were sent with an idempotency key, stored in the transaction of their
 * effect. Kept for a day.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    tokenId: reference('token_id')
      .notNull()
      .references(() => apiTokens.id, { onDelete: 'cascade' }),
    /** SHA-256 of the key. */
    keyHash: bytea('key_hash').notNull(),
    teamId: teamColumn(),
    /** SHA-256 of method, path and body: another request with the same key is refused. */
    requestHash: bytea('request_hash').notNull(),
    status: integer('status').notNull(),
    /** Compressed and encrypted, because it can contain names of buyers. Null: has no body. */
    body: sealed('body'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tokenId, table.keyHash] }),
    index('idempotency_keys_team_id_idx').on(table.teamId),
    index('idempotency_keys_created_at_idx').on(table.createdAt),
    ...tenantPolicies(),
  ],
)
