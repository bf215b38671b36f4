/** The log of events in the database (docs/decisions/0030-event-log.md), with `EVENT_LOG=postgres`. */
import { bigint, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { identity, moment, systemPolicies } from './columns.ts'

/**
 * Groups of events, which are removed some time after they were applied. Texts are stored without
 * compression, outside of the row.
 */
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

/**
 * Who applies the streams of a log, by the database's clock. Each process has a row for itself, whose
 * stream is the process.
 */
export const eventLeases = pgTable(
  'event_leases',
  {
    stream: uuid('stream').primaryKey(),
    holder: uuid('holder').notNull(),
    /** Counts the holders. */
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
    /** As JSON. It isn't parsed, since it may be what the database refuses. */
    event: text('event').notNull(),
  },
  () => systemPolicies(),
)
