/** Plan usage of teams, and changes of their plans. The plans are in domain/plans/catalog.ts. */
import { bigint, date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { identity, moment, reference, tenantPolicies } from './columns.ts'
import { type PlanOverrides, teamColumn, users } from './ground.ts'

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
    /** The metered unit. */
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

/**
 * Usage of a site's own boost, per month (UTC): units beyond the team's limit, which its meter
 * doesn't contain. Written in the statement that stores the events, after the team's meter. Without a
 * foreign key, whose lock on the site would come after that one: a trigger on `sites` deletes the rows.
 */
export const siteMeters = pgTable(
  'site_meters',
  {
    siteId: reference('site_id').notNull(),
    teamId: teamColumn(),
    month: date('month').notNull(),
    unit: text('unit', { enum: ['visitors', 'impressions'] }).notNull(),
    used: total('used').notNull(),
    /** The site's boost, as last applied. */
    allowance: total('allowance').notNull(),
    /** How many units the last statement was granted: it counts exactly these. */
    granted: integer('granted').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.month, table.unit] }),
    index('site_meters_team_id_month_idx').on(table.teamId, table.month),
    ...tenantPolicies(),
  ],
)

/** Who changes plans. `provider`: the company that charges, for example after a failed payment. */
const planActors = ['member', 'staff', 'provider', 'system'] as const

/** Every change of a team's plan. Rows are added, never changed. */
export const planChanges = pgTable(
  'plan_changes',
  {
    id: identity(),
    teamId: teamColumn(),
    actor: text('actor', { enum: planActors }).notNull(),
    /** Null: no person, or the account no longer exists. */
    userId: reference('user_id').references(() => users.id, { onDelete: 'set null' }),
    fromPlan: text('from_plan').notNull(),
    toPlan: text('to_plan').notNull(),
    /** As of this change. */
    overrides: jsonb('overrides').$type<PlanOverrides>().notNull(),
    /** Why, in plain words. */
    reason: text('reason').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('plan_changes_team_id_id_idx').on(table.teamId, table.id), ...tenantPolicies()],
)
