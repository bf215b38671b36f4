/**
 * What the pixel reported, and the sums of it. Every row belongs to a site and goes with it: a trigger
 * on `sites` clears these tables, since a foreign key cost a tenth of the writes.
 */
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { pixelEventTypes } from '#app/contract/pixel-events.ts'
import { bytea, moment, reference, systemPolicies, tenantPolicies } from './columns.ts'

const ofSite = () => reference('site_id').notNull()
const ofTeam = () => reference('team_id').notNull()
const total = (name: string) => bigint(name, { mode: 'number' }).notNull()

/**
 * Raw events, a partition for each day (UTC) of `received_at`. Whether an id is new is decided by
 * `event_ids`: a unique key over partitions would have to hold the day as well.
 */
export const pixelEvents = pgTable(
  'pixel_events',
  {
    siteId: ofSite(),
    /** Made in the browser. */
    id: text('id').notNull(),
    teamId: ofTeam(),
    type: text('type', { enum: pixelEventTypes }).notNull(),
    nudgeId: reference('nudge_id'),
    claimId: uuid('claim_id'),
    goalId: reference('goal_id'),
    /** Path of the page, without query and fragment. */
    page: text('page').notNull(),
    /** The shop's own name of the product that the page is about. */
    product: text('product'),
    device: text('device', { enum: ['desktop', 'mobile', 'tablet'] }).notNull(),
    /** ISO 3166-1 alpha-2; empty when no header told it. */
    country: text('country').notNull(),
    /** Why a nudge was not shown; empty for everything else. */
    reason: text('reason').notNull(),
    /**
     * How many evaluations a `not_shown` stands for; 0 for a goal that was counted before and only
     * tells who reached it; 1 for everything else.
     */
    amount: integer('amount').notNull(),
    /** See domain/events/visitor-key.server.ts. */
    visitor: bytea('visitor').notNull(),
    arm: text('arm', { enum: ['shown', 'holdout', 'none', 'paused'] }).notNull(),
    outcome: text('outcome', { enum: ['accepted', 'over_limit', 'bot', 'quarantined'] }).notNull(),
    /** The experiment with a nudge that ran, and the visitor's side in it. Null: none ran. */
    experimentId: reference('experiment_id'),
    side: text('side', { enum: ['a', 'b'] }),
    /** It used up one unit of the plan: the meter is the sum of these. */
    isBilled: boolean('is_billed').notNull(),
    receivedAt: moment('received_at').notNull(),
  },
  (table) => [
    index('pixel_events_received_at_idx').on(table.siteId, table.receivedAt),
    ...tenantPolicies(),
  ],
)

/**
 * Ids that were stored since the last turn, and those of the turn before: seven to fourteen days in
 * which a repeat is known for sure. `rotate_event_ids()` turns them.
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

/** When the ids were last turned. */
export const eventIdTurns = pgTable(
  'event_id_turns',
  { turnedAt: moment('turned_at').primaryKey() },
  () => systemPolicies(),
)

/**
 * Accepted events by hour. Written in the statement that stores the raw rows, so that both are
 * equal at every moment; `recount` proves it.
 */
export const hourlyEvents = pgTable(
  'hourly_events',
  {
    siteId: ofSite(),
    teamId: ofTeam(),
    hour: moment('hour').notNull(),
    /** 0 stands for no nudge: a visit belongs to the site. */
    nudgeId: total('nudge_id'),
    type: text('type', { enum: pixelEventTypes }).notNull(),
    /** The goal's number, or the reason why nothing was shown; else empty. */
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

/** The same by page. Apart from the sums above: pages times all else would be as many rows as events. */
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
 * Sums of closed days (UTC), one row for each member of each dimension, and of closed months, which
 * stand on their first day. Made from the hourly ones; see domain/events/marginals.ts. `after` and
 * `product` are made from the raw events: see domain/events/raw-marginals.ts.
 *
 * The key ranks members: all of one type on some days lie together, and it carries `total` and what
 * the policy asks for, so that no row has to be read.
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
        'product',
        'product_month',
        'after',
        'after_month',
      ],
    }).notNull(),
    /** Empty for the site as a whole. */
    member: text('member').notNull(),
    type: text('type', { enum: pixelEventTypes }).notNull(),
    total: total('total'),
    /** Of the site as a whole also by the hour of the day, 24 of them; else null. */
    hours: bigint('hours', { mode: 'number' }).array(),
  },
  (table) => [
    primaryKey({
      columns: [table.siteId, table.dimension, table.type, table.day, table.member],
    }),
    ...tenantPolicies(),
  ],
)

/** Days whose sums stand in `daily_events`: every earlier day is in it, too. */
export const rolledDays = pgTable(
  'rolled_days',
  { day: date('day').primaryKey(), rolledAt: moment('rolled_at').notNull() },
  () => systemPolicies(),
)

/**
 * Who was seen and who reached a goal, once each in a month (UTC): the set that makes distinct
 * visitors exact. A partition for each month.
 */
export const visitors = pgTable(
  'visitors',
  {
    siteId: ofSite(),
    month: date('month').notNull(),
    visitor: bytea('visitor').notNull(),
    /** `seen` or `converted`; in an experiment with a colon and its number behind it. */
    mark: text('mark').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.month, table.visitor, table.mark] }),
    ...systemPolicies(),
  ],
)

/** Distinct visitors and converters by the day on which their month first saw them. */
export const visitorDays = pgTable(
  'visitor_days',
  {
    siteId: ofSite(),
    teamId: ofTeam(),
    day: date('day').notNull(),
    arm: text('arm', { enum: ['shown', 'holdout', 'none', 'paused'] }).notNull(),
    visitors: total('visitors'),
    converters: total('converters'),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.day, table.arm] }), ...tenantPolicies()],
)

/** The random salts that visitors are hashed with, one for each day (UTC); gone after two days. */
export const visitorSalts = pgTable(
  'visitor_salts',
  { day: date('day').primaryKey(), salt: bytea('salt').notNull() },
  () => systemPolicies(),
)

/** Who is on a page or has a product in the cart, for the counts of a live nudge. */
export const presence = pgTable(
  'presence',
  {
    siteId: ofSite(),
    kind: text('kind', { enum: ['page', 'cart', 'product'] }).notNull(),
    /** The page's path, or the shop's own name of the product. */
    subject: text('subject').notNull(),
    visitor: bytea('visitor').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.kind, table.subject, table.visitor] }),
    index('presence_seen_at_idx').on(table.seenAt),
    ...systemPolicies(),
  ],
)
