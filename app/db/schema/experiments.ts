/** Experiments with a single nudge, counts of their variants, and Web Vitals of pages. */
import { sql } from 'drizzle-orm'
import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { NudgeSettings } from '#app/contract/nudge-settings.ts'
import { users } from './accounts.ts'
import { identity, moment, reference, tenantPolicies } from './columns.ts'
import { nudges } from './nudges.ts'
import { siteColumn, teamColumn } from './teams.ts'

const total = (name: string) => bigint(name, { mode: 'number' }).notNull()

/**
 * Splits the visitors who can see nudges: variant `a` shows the published nudge, variant `b`
 * another version of it, or all nudges except this one. A site runs one at a time, because
 * separating two would need four times as many visitors.
 */
export const nudgeExperiments = pgTable(
  'nudge_experiments',
  {
    id: identity(),
    uuid: uuid('uuid')
      .notNull()
      .default(sql`gen_random_uuid()`),
    teamId: teamColumn(),
    siteId: siteColumn(),
    nudgeId: reference('nudge_id')
      .notNull()
      .references(() => nudges.id, { onDelete: 'cascade' }),
    /** Variant `b`: without this nudge, or with the draft at the start of the experiment. */
    kind: text('kind', { enum: ['without', 'draft'] }).notNull(),
    /** Percentage of variant `b`, of the visitors who can see nudges. */
    share: integer('share').notNull(),
    /** The compared versions. Null: variant `b` is without the nudge. */
    versionA: integer('version_a').notNull(),
    versionB: integer('version_b'),
    /** Settings of variant `b`. Null: without the nudge. */
    settingsB: jsonb('settings_b').$type<NudgeSettings>(),
    userId: reference('user_id').references(() => users.id, { onDelete: 'set null' }),
    startedAt: moment('started_at').notNull(),
    /** Null: it is running. */
    endedAt: moment('ended_at'),
    /**
     * The variant that was kept. Null: it is running, or the nudge was changed or turned off in the
     * meantime.
     */
    kept: text('kept', { enum: ['a', 'b'] }),
  },
  (table) => [
    uniqueIndex('nudge_experiments_uuid_key').on(table.uuid),
    uniqueIndex('nudge_experiments_running_key')
      .on(table.siteId)
      .where(sql`ended_at is null`),
    index('nudge_experiments_nudge_id_idx').on(table.nudgeId, table.startedAt),
    ...tenantPolicies(),
  ],
)

/** Unique visitors and converters by the day of their first visit of the month. */
export const experimentDays = pgTable(
  'experiment_days',
  {
    siteId: siteColumn(),
    teamId: teamColumn(),
    experimentId: reference('experiment_id').notNull(),
    day: date('day').notNull(),
    side: text('side', { enum: ['a', 'b'] }).notNull(),
    visitors: total('visitors'),
    converters: total('converters'),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.experimentId, table.day, table.side] }),
    ...tenantPolicies(),
  ],
)

/**
 * Web Vitals as histograms by day (UTC) and arm, because only pages of the holdout group show what
 * pages cost without nudges.
 */
export const speedDays = pgTable(
  'speed_days',
  {
    siteId: siteColumn(),
    teamId: teamColumn(),
    day: date('day').notNull(),
    arm: text('arm', { enum: ['shown', 'holdout', 'none', 'paused'] }).notNull(),
    /** `own`: milliseconds of main-thread time that the pixel needed to start. */
    metric: text('metric', { enum: ['lcp', 'cls', 'inp', 'own'] }).notNull(),
    /** The histogram's bucket, see domain/events/web-vitals-buckets.ts. */
    bucket: integer('bucket').notNull(),
    total: total('total'),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.day, table.arm, table.metric, table.bucket] }),
    ...tenantPolicies(),
  ],
)
