import { boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, tenantPolicies } from './columns.ts'
import { siteColumn, teamColumn } from './ground.ts'

/** Hosts whose pages loaded a site's pixel, including the site's own. */
export const pixelHosts = pgTable(
  'pixel_hosts',
  {
    siteId: siteColumn(),
    host: text('host').notNull(),
    teamId: teamColumn(),
    /** A page reported over https, or it isn't known. */
    isSecure: boolean('is_secure').notNull().default(true),
    firstSeenAt: moment('first_seen_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.host] }), ...tenantPolicies()],
)
