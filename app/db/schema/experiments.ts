/** Experiments with a single nudge, who counted on which side of them, and what the pixel costs a page. */
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
 * Visitors who are shown nudges are split in two: side `a` gets the nudge as it is published, side `b`
 * another wording of it, or all nudges but this one. A site runs one at a time: two would have to be
 * told apart by four times as many visitors.
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
    /** What side `b` gets: nothing of this nudge, or the draft of the moment when it began. */
    kind: text('kind', { enum: ['without', 'draft'] }).notNull(),
    /** Percent of those who are shown nudges that are on side `b`. */
    share: integer('share').notNull(),
    /** The versions that were compared. Null: side `b` gets none. */
    versionA: integer('version_a').notNull(),
    versionB: integer('version_b'),
    /** As side `b` is told. Null: it gets none. */
    settingsB: jsonb('settings_b').$type<NudgeSettings>(),
    userId: reference('user_id').references(() => users.id, { onDelete: 'set null' }),
    startedAt: moment('started_at').notNull(),
    /** Null: it runs. */
    endedAt: moment('ended_at'),
    /** The side that was kept. Null: it runs, or the nudge was changed or taken off meanwhile. */
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

/** Distinct visitors and converters by the day on which the experiment first saw them in the month. */
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
 * How fast pages with the pixel are, as their browsers measured it: a histogram for each day (UTC) and
 * each arm, since only the pages of the hold-out tell what pages cost without nudges.
 */
export const speedDays = pgTable(
  'speed_days',
  {
    siteId: siteColumn(),
    teamId: teamColumn(),
    day: date('day').notNull(),
    arm: text('arm', { enum: ['shown', 'holdout', 'none', 'paused'] }).notNull(),
    /** `own`: milliseconds of the main thread that the pixel took to begin. */
    metric: text('metric', { enum: ['lcp', 'cls', 'inp', 'own'] }).notNull(),
    /** The histogram's bucket, see domain/stats/speed. */
    bucket: integer('bucket').notNull(),
    total: total('total'),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.day, table.arm, table.metric, table.bucket] }),
    ...tenantPolicies(),
  ],
)
