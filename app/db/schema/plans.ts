/** Plan usage of teams. The plans are in domain/plans/catalog.ts. */
import { bigint, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, tenantPolicies } from './columns.ts'
import { teamColumn } from './teams.ts'

const total = (name: string) => bigint(name, { mode: 'number' })

/** Usage per month (UTC). Written in the statement that stores the events. */
export const meters = pgTable(
  'meters',
  {
    teamId: teamColumn(),
    month: date('month').notNull(),
    visitors: total('visitors').notNull(),
    impressions: total('impressions').notNull(),
    /** The part of deleted sites, whose events no longer exist to recount. */
    goneVisitors: total('gone_visitors').notNull().default(0),
    goneImpressions: total('gone_impressions').notNull().default(0),
    /** What the plan is metered by. */
    meteredBy: text('metered_by', { enum: ['visitors', 'impressions'] }).notNull(),
    /** Plan and boost together, as last applied. Null: unlimited. */
    allowance: total('allowance'),
    /** How many units the last statement was granted: it counts exactly these. */
    granted: integer('granted').notNull(),
    limitReachedAt: moment('limit_reached_at'),
    /** The highest of 70, 90 and 100 that the owner was notified of. */
    mailedPercent: integer('mailed_percent').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.month] }), ...tenantPolicies()],
)
