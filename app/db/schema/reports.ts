import { date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, reference, tenantPolicies } from './columns.ts'
import { siteColumn, teamColumn, users } from './ground.ts'

/** Who receives a site's reports by email, and how often. */
export const siteReports = pgTable(
  'site_reports',
  {
    siteId: siteColumn(),
    userId: reference('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    teamId: teamColumn(),
    every: text('every', { enum: ['day', 'week', 'month'] }).notNull(),
    /** The last day (UTC) in the last report. Null: none was sent yet. */
    reportedUntil: date('told_until'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.userId] }),
    index('site_reports_user_id_idx').on(table.userId),
    ...tenantPolicies(),
  ],
)
