/** What the screens of a site keep: reports by mail, and where the pixel was seen. */
import { date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { moment, reference, tenantPolicies } from './columns.ts'
import { siteColumn, teamColumn } from './teams.ts'

/** Who gets a site's figures by mail, and how often. */
export const siteReports = pgTable(
  'site_reports',
  {
    siteId: siteColumn(),
    userId: reference('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    teamId: teamColumn(),
    every: text('every', { enum: ['day', 'week', 'month'] }).notNull(),
    /** The last day (UTC) that a report told. Null: none was sent yet. */
    reportedUntil: date('told_until'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.userId] }),
    index('site_reports_user_id_idx').on(table.userId),
    ...tenantPolicies(),
  ],
)

/** The hosts whose pages loaded a site's pixel; the site's own is one of them. */
export const pixelHosts = pgTable(
  'pixel_hosts',
  {
    siteId: siteColumn(),
    host: text('host').notNull(),
    teamId: teamColumn(),
    firstSeenAt: moment('first_seen_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.host] }), ...tenantPolicies()],
)
