import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { bytea, identity, moment, reference, tenantPolicies } from './columns.ts'
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
