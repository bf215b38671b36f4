/** What staff see of the business: a row of figures per day, the nightly checks, given coupons. */
import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import type { billingChannels } from './billing.ts'
import { identity, moment, reference, systemPolicies, tenantPolicies } from './columns.ts'
import { teamColumn } from './teams.ts'

/** How many subscriptions a plan has at one channel. */
export type PlanSubscribers = {
  planId: string
  channel: (typeof billingChannels)[number]
  /** Paying, or canceled and not over yet. */
  subscribers: number
  trialing: number
}

/**
 * One row per day (UTC), written in the night after it and never changed: deleting a team or an
 * account later doesn't rewrite what the day was like.
 */
export const businessMetrics = pgTable(
  'business_metrics',
  {
    day: date('day').primaryKey(),
    /** What subscriptions that renew are worth per month, in US cents, before discounts. */
    monthlyCents: bigint('monthly_cents', { mode: 'number' }).notNull(),
    /** Paid on the day, in US cents. */
    volumeCents: bigint('volume_cents', { mode: 'number' }).notNull(),
    newUsers: integer('new_users').notNull(),
    /** Teams whose subscription ended on the day, and that have no other. */
    churned: integer('churned').notNull(),
    /** Teams on a trial without a subscription. */
    genericTrials: integer('generic_trials').notNull(),
    /** Subscriptions on trial. */
    trialing: integer('trialing').notNull(),
    subscribers: integer('subscribers').notNull(),
    perPlan: jsonb('per_plan').$type<PlanSubscribers[]>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  () => systemPolicies(),
)

/** What a nightly check of billing found about one team. */
export type BillingFinding = {
  teamId: number
  /** What differed and was repaired. Empty: the provider didn't answer. */
  changes: string[]
}

/** The nightly checks of billing. Those of the last weeks are kept. */
export const billingChecks = pgTable(
  'billing_checks',
  {
    night: date('night').primaryKey(),
    checked: integer('checked').notNull(),
    repaired: integer('repaired').notNull(),
    failed: integer('failed').notNull(),
    /** The first of them. */
    findings: jsonb('findings').$type<BillingFinding[]>().notNull(),
    /** Null: it still runs, or ended in the middle. */
    finishedAt: moment('finished_at'),
  },
  () => systemPolicies(),
)

/** Coupons that staff gave a team. Each works once, for this team. */
export const givenCoupons = pgTable(
  'given_coupons',
  {
    id: identity(),
    teamId: teamColumn(),
    /** Who gave it. */
    staffId: reference('staff_id').references(() => users.id, { onDelete: 'set null' }),
    /** What the merchant enters. */
    code: text('code').notNull(),
    /** The provider's id of the code. */
    providerId: text('provider_id').notNull(),
    /** One of both. */
    percentOff: smallint('percent_off'),
    amountOffCents: bigint('amount_off_cents', { mode: 'number' }),
    duration: text('duration', { enum: ['once', 'repeating', 'forever'] }).notNull(),
    /** Of `repeating`. */
    months: smallint('months'),
    usedAt: moment('used_at'),
    revokedAt: moment('revoked_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('given_coupons_code_key').on(table.code),
    index('given_coupons_team_id_idx').on(table.teamId, table.id),
    ...tenantPolicies(),
  ],
)
