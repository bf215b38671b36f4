/** Goals and conversions. */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { identity, moment, reference, tenantPolicies } from './columns.ts'
import { siteColumn, teamColumn } from './ground.ts'

export const goals = pgTable(
  'goals',
  {
    id: identity(),
    uuid: uuid('uuid')
      .notNull()
      .default(sql`gen_random_uuid()`),
    teamId: teamColumn(),
    siteId: siteColumn(),
    name: text('name').notNull(),
    /** Reached by a page's path, a click, a form, a call of the page API, or an order. */
    kind: text('kind', { enum: ['url', 'click', 'form', 'js', 'order'] }).notNull(),
    /** How `pattern` is compared with the path. Null unless the kind is `url`. */
    match: text('match', { enum: ['exact', 'contains', 'starts_with'] }),
    pattern: text('pattern'),
    /** CSS: the element or the form. Null unless the kind is `click` or `form`. */
    selector: text('selector'),
    /** Value of a conversion, in cents. Null: the order's amount, or none. */
    valueCents: bigint('value_cents', { mode: 'number' }),
    /** ISO 4217. */
    currency: text('currency'),
    /** Whether a visitor can reach it more than once. Every order counts once. */
    isRepeatable: boolean('is_repeatable').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    /** When a test tab last reached it. A test is no conversion. */
    testedAt: moment('tested_at'),
    /** The value in that test. */
    testedCents: bigint('tested_cents', { mode: 'number' }),
    testedCurrency: text('tested_currency'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('goals_uuid_key').on(table.uuid),
    index('goals_site_id_idx').on(table.siteId),
    ...tenantPolicies(),
  ],
)

/** Conversions. The key makes an order count once, however often it is reported. */
export const goalConversions = pgTable(
  'goal_hits',
  {
    goalId: reference('goal_id')
      .notNull()
      .references(() => goals.id, { onDelete: 'cascade' }),
    /** `order:…`, `visitor:…` or `event:…`. */
    uniqueKey: text('unique_key').notNull(),
    siteId: reference('site_id').notNull(),
    teamId: reference('team_id').notNull(),
    source: text('source', { enum: ['pixel', 'rest_api', 'activity'] }).notNull(),
    /** Null when the shop's server reported it. */
    arm: text('arm', { enum: ['shown', 'holdout', 'none', 'paused'] }),
    amountCents: bigint('amount_cents', { mode: 'number' }),
    currency: text('currency'),
    reachedAt: moment('reached_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.goalId, table.uniqueKey] }),
    index('goal_hits_reached_at_idx').on(table.siteId, table.reachedAt),
    ...tenantPolicies(),
  ],
)
