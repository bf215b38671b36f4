import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { bytea, moment, reference, sealed, tenantPolicies } from './columns.ts'
import { apiTokens, sites, teamColumn } from './ground.ts'

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
