import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { identity, moment, reference, tenantPolicies } from './columns.ts'
import { siteColumn, teamColumn, users } from './ground.ts'

/** Custom messages. Shown as the shop's message, and never as purchases, reviews or counts. */
export const manualEntries = pgTable(
  'manual_entries',
  {
    id: identity(),
    uuid: uuid('uuid')
      .notNull()
      .default(sql`gen_random_uuid()`),
    teamId: teamColumn(),
    siteId: siteColumn(),
    userId: reference('user_id').references(() => users.id, { onDelete: 'set null' }),
    text: text('text').notNull(),
    url: text('url'),
    image: text('image'),
    isShown: boolean('is_shown').notNull().default(true),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('manual_entries_uuid_key').on(table.uuid),
    index('manual_entries_site_id_idx').on(table.siteId, table.createdAt),
    ...tenantPolicies(),
  ],
)
