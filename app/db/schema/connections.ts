/** Services that a site is connected with. */
import { sql } from 'drizzle-orm'
import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { identity, moment, tenantPolicies } from './columns.ts'
import { siteColumn } from './sites.ts'
import { teamColumn } from './teams.ts'

/** Integrations that a site can be connected with. */
export const connectedIntegrations = ['shopify'] as const

/** What a connection delivered stays when it ends. */
export const connections = pgTable(
  'connections',
  {
    id: identity(),
    uuid: uuid('uuid')
      .notNull()
      .default(sql`gen_random_uuid()`),
    teamId: teamColumn(),
    siteId: siteColumn(),
    integration: text('integration', { enum: connectedIntegrations }).notNull(),
    /** By the provider's name for it: a shop's domain. */
    account: text('account').notNull(),
    /** Nothing arrives over one that has ended. */
    state: text('state', { enum: ['active', 'ended'] })
      .notNull()
      .default('active'),
    /** When all products were last read. Null: never. */
    productsReadAt: moment('products_read_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('connections_uuid_key').on(table.uuid),
    uniqueIndex('connections_account_key').on(table.siteId, table.integration, table.account),
    ...tenantPolicies(),
  ],
)
