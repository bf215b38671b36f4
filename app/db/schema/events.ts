/**
 * Events of the pixel, and their sums. Most of these tables have no foreign keys, which made writes
 * ten percent slower: a trigger on `sites` deletes their rows with their site.
 */
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { pixelEventTypes } from '#app/contract/pixel-events.ts'
import { bytea, identity, moment, reference, systemPolicies, tenantPolicies } from './columns.ts'
import { siteColumn, teamColumn } from './ground.ts'

const ofSite = () => reference('site_id').notNull()
const ofTeam = () => reference('team_id').notNull()
const total = (name: string) => bigint(name, { mode: 'number' }).notNull()

/**
 * Raw events, partitioned by day (UTC) of `received_at`. `event_ids` decides whether an id is new,
 * because a unique key over partitions would have to include the day.
 */
export const pixelEvents = pgTable(
  'pixel_events',
  {
    siteId: ofSite(),
    /** Created in the browser. */
    id: text('id').notNull(),
    teamId: ofTeam(),
    type: text('type', { enum: pixelEventTypes }).notNull(),
    nudgeId: reference('nudge_id'),
    claimId: uuid('claim_id'),
    goalId: reference('goal_id'),
    /** Path of the page, without query and fragment. */
    page: text('page').notNull(),
    /** The shop's id of the page's product. */
    product: text('product'),
    device: text('device', { enum: ['desktop', 'mobile', 'tablet'] }).notNull(),
    /** ISO 3166-1 alpha-2; empty when unknown. */
    country: text('country').notNull(),
    /** Why a nudge wasn't shown; empty for all other types. */
    reason: text('reason').notNull(),
    /**
     * The number of evaluations of a `not_shown`; 0 for a goal that was counted before and only
     * adds its visitor; otherwise 1.
     */
    amount: integer('amount').notNull(),
    /** See domain/events/visitor-key.server.ts. */
    visitor: bytea('visitor').notNull(),
    arm: text('arm', { enum: ['shown', 'holdout', 'none', 'paused'] }).notNull(),
    outcome: text('outcome', { enum: ['accepted', 'over_limit', 'bot', 'quarantined'] }).notNull(),
    /** The running experiment, and the visitor's variant. Null: none. */
    experimentId: reference('experiment_id'),
    side: text('side', { enum: ['a', 'b'] }),
    /** Used one unit of the plan. The meter is the sum of these. */
    isBilled: boolean('is_billed').notNull(),
    receivedAt: moment('received_at').notNull(),
  },
  (table) => [
    index('pixel_events_received_at_idx').on(table.siteId, table.receivedAt),
    ...tenantPolicies(),
  ],
)

/**
 * Ids since the last rotation, and those of the rotation before: repeats are recognized for seven
 * to fourteen days. Rotated by `turn_event_ids()`.
 */
export const eventIds = pgTable(
  'event_ids',
  { siteId: ofSite(), id: text('id').notNull() },
  (table) => [primaryKey({ columns: [table.siteId, table.id] }), ...systemPolicies()],
)

export const eventIdsBefore = pgTable(
  'event_ids_before',
  { siteId: ofSite(), id: text('id').notNull() },
  (table) => [primaryKey({ columns: [table.siteId, table.id] }), ...systemPolicies()],
)

/** When the ids were last rotated. */
export const eventIdTurns = pgTable(
  'event_id_turns',
  { turnedAt: moment('turned_at').primaryKey() },
  () => systemPolicies(),
)

/**
 * How far the logs of events are applied (docs/decisions/0030-event-log.md). Rows stay when the log's
 * files are removed: files that come back, for example from a backup, aren't counted again.
 */
export const eventStreams = pgTable(
  'event_streams',
  {
    id: uuid('id').primaryKey(),
    /** Number of the last applied group. */
    n: bigint('n', { mode: 'number' }).notNull(),
    /** Events received before it are applied. */
    countedUntil: moment('counted_until').notNull(),
    /** When it was applied to its end. Null: more can come. */
    endedAt: moment('ended_at'),
    /** In a log's row: when the oldest event was received that has waited for seconds. Null: none has. */
    waitingSince: moment('waiting_since'),
  },
  () => systemPolicies(),
)

/**
 * Accepted events by hour. Written in the statement that stores the raw rows, so that both always
 * match; `recount` checks it.
 */
export const hourlyEvents = pgTable(
  'hourly_events',
  {
    siteId: ofSite(),
    teamId: ofTeam(),
    hour: moment('hour').notNull(),
    /** 0 means no nudge: a visit belongs to the site. */
    nudgeId: total('nudge_id'),
    type: text('type', { enum: pixelEventTypes }).notNull(),
    /** The goal's id, or the reason why nothing was shown; otherwise empty. */
    detail: text('detail').notNull(),
    device: text('device', { enum: ['desktop', 'mobile', 'tablet'] }).notNull(),
    country: text('country').notNull(),
    total: total('total'),
  },
  (table) => [
    primaryKey({
      columns: [
        table.siteId,
        table.hour,
        table.nudgeId,
        table.type,
        table.detail,
        table.device,
        table.country,
      ],
    }),
    ...tenantPolicies(),
  ],
)

/**
 * The same by page. Separate, because pages crossed with all other dimensions would be as many rows
 * as events.
 */
export const hourlyPages = pgTable(
  'hourly_pages',
  {
    siteId: ofSite(),
    teamId: ofTeam(),
    hour: moment('hour').notNull(),
    page: text('page').notNull(),
    type: text('type', { enum: pixelEventTypes }).notNull(),
    total: total('total'),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.hour, table.page, table.type] }),
    ...tenantPolicies(),
  ],
)

/**
 * Sums of closed days (UTC), with one row per member of each dimension, and of closed months,
 * stored on their first day. Computed from hours, see domain/events/marginals.ts; `after` and
 * `product` from raw events, see domain/events/raw-marginals.ts.
 *
 * The key ranks members: rows of one type on consecutive days are adjacent, and it includes `total`
 * and the policy's columns, so that index-only scans suffice.
 */
export const dailyEvents = pgTable(
  'daily_events',
  {
    siteId: ofSite(),
    teamId: ofTeam(),
    day: date('day').notNull(),
    dimension: text('dimension', {
      enum: [
        'site',
        'nudge',
        'nudge_month',
        'page',
        'page_month',
        'device',
        'country',
        'country_month',
        'detail',
        'reason',
        'product',
        'product_month',
        'after',
        'after_month',
      ],
    }).notNull(),
    /** Empty for the whole site. */
    member: text('member').notNull(),
    type: text('type', { enum: pixelEventTypes }).notNull(),
    total: total('total'),
    /** By hour of the day (UTC), 24 values. Null for months. */
    hours: bigint('hours', { mode: 'number' }).array(),
  },
  (table) => [
    primaryKey({
      columns: [table.siteId, table.dimension, table.type, table.day, table.member],
    }),
    ...tenantPolicies(),
  ],
)

/** Rolled-up days: `daily_events` contains them and all earlier ones. */
export const rolledDays = pgTable(
  'rolled_days',
  { day: date('day').primaryKey(), rolledAt: moment('rolled_at').notNull() },
  () => systemPolicies(),
)

/**
 * Visitors and converters, once each per month (UTC): the set that makes unique visitors exact.
 * Partitioned by month.
 */
export const visitors = pgTable(
  'visitors',
  {
    siteId: ofSite(),
    month: date('month').notNull(),
    visitor: bytea('visitor').notNull(),
    /** `seen` or `converted`; in an experiment followed by a colon and its id. */
    mark: text('mark').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.month, table.visitor, table.mark] }),
    ...systemPolicies(),
  ],
)

/**
 * Unique visitors and converters by the hour (UTC) of their first visit of the month, or of the day
 * without consent. Rows that are older than the column `hour` have 12.
 */
export const visitorDays = pgTable(
  'visitor_days',
  {
    siteId: ofSite(),
    teamId: ofTeam(),
    day: date('day').notNull(),
    /** Hour of the day, 0 to 23. */
    hour: smallint('hour').notNull(),
    arm: text('arm', { enum: ['shown', 'holdout', 'none', 'paused'] }).notNull(),
    visitors: total('visitors'),
    converters: total('converters'),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.day, table.hour, table.arm] }),
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
 * Web Vitals as histograms by arm, because only pages of the holdout group show what pages cost
 * without nudges, and by day in the time zone that the site had then: histograms by hour would be as
 * many rows as page loads.
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

/** Random daily (UTC) salts of visitor keys, deleted after two days. */
export const visitorSalts = pgTable(
  'visitor_salts',
  { day: date('day').primaryKey(), salt: bytea('salt').notNull() },
  () => systemPolicies(),
)

/** The log of events in the database. Texts are stored without compression, outside of the row. */
export const eventGroups = pgTable(
  'event_groups',
  {
    stream: uuid('stream').notNull(),
    n: bigint('n', { mode: 'number' }).notNull(),
    /** 0: nothing can follow here, because another process has seen the end of the stream. */
    events: integer('events').notNull(),
    receivedAt: moment('received_at').notNull(),
    /** CRC-32 of all other columns. */
    checksum: bigint('checksum', { mode: 'number' }).notNull(),
    /** Texts of the events as JSON, joined by commas. */
    body: text('body').notNull(),
  },
  (table) => [primaryKey({ columns: [table.stream, table.n] }), ...systemPolicies()],
)

/** Who applies the streams of a log, by the database's clock. The stream of a process' row is the process. */
export const eventLeases = pgTable(
  'event_leases',
  {
    stream: uuid('stream').primaryKey(),
    holder: uuid('holder').notNull(),
    epoch: bigint('epoch', { mode: 'number' }).notNull(),
    until: moment('until').notNull(),
    /** Since when the stream's groups are kept although they are applied. Null: since they were received. */
    keptFrom: moment('kept_from'),
  },
  () => systemPolicies(),
)

/** Logged events that the database refuses, with the reason. An operator removes them. */
export const eventSetAsides = pgTable(
  'event_set_asides',
  {
    id: identity(),
    stream: uuid('stream').notNull(),
    n: bigint('n', { mode: 'number' }).notNull(),
    reason: text('reason').notNull(),
    event: text('event').notNull(),
  },
  () => systemPolicies(),
)
