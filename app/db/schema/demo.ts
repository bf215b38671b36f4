import { pgTable } from 'drizzle-orm/pg-core'
import { reference, sealed, tenantPolicies } from './columns.ts'
import { sites, teamColumn } from './ground.ts'

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
