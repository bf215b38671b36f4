import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytea, moment, reference, systemPolicies } from './columns.ts'

/** Who is on a page or has a product in the cart, for live counts. */
export const presence = pgTable(
  'presence',
  {
    siteId: reference('site_id').notNull(),
    kind: text('kind', { enum: ['page', 'cart', 'product'] }).notNull(),
    /** The page's path, or the shop's id of the product. */
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
