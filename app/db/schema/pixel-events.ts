/** What the pixel reported, and the hourly sums of it. */
import { bigint, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment, reference, tenantPolicies } from './columns.ts'
import { ofSite } from './teams.ts'

/** Raw events. The id is made in the browser: the key is what makes a repeat count once. */
export const pixelEvents = pgTable(
  'pixel_events',
  {
    siteId: ofSite(),
    id: text('id').notNull(),
    /** Always the site's own, and gone with it: a second foreign key cost a tenth of the writes. */
    teamId: reference('team_id').notNull(),
    type: text('type', { enum: ['visit', 'impression', 'hover', 'click', 'close'] }).notNull(),
    /** Null for a visit. */
    nudgeId: reference('nudge_id'),
    claimId: uuid('claim_id'),
    /** Path of the page, without query and fragment. */
    page: text('page').notNull(),
    outcome: text('outcome', { enum: ['accepted', 'bot', 'quarantined'] }).notNull(),
    receivedAt: moment('received_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    index('pixel_events_received_at_idx').on(table.siteId, table.receivedAt),
    ...tenantPolicies(),
  ],
)

/**
 * Accepted events by hour. Written in the statement that stores the raw rows, so that both are
 * equal at every moment; `recount` proves it.
 */
export const hourlyEvents = pgTable(
  'hourly_events',
  {
    siteId: ofSite(),
    /** Always the site's own, and gone with it. */
    teamId: reference('team_id').notNull(),
    hour: moment('hour').notNull(),
    /** 0 stands for no nudge: a visit belongs to the site. */
    nudgeId: bigint('nudge_id', { mode: 'number' }).notNull(),
    type: text('type', { enum: ['visit', 'impression', 'hover', 'click', 'close'] }).notNull(),
    total: bigint('total', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.hour, table.nudgeId, table.type] }),
    ...tenantPolicies(),
  ],
)
