import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { identity, moment, reference, tenantPolicies } from './columns.ts'
import { siteColumn, teamColumn, users } from './ground.ts'

/** Filters and orders of a site's lists that a person has named. */
export const listViews = pgTable(
  'list_views',
  {
    id: identity(),
    uuid: uuid('uuid')
      .notNull()
      .default(sql`gen_random_uuid()`),
    teamId: teamColumn(),
    siteId: siteColumn(),
    userId: reference('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Name of the list; see app/domain/views/view.ts. */
    list: text('list').notNull(),
    name: text('name').notNull(),
    /** Query string of the list's address. */
    query: text('query').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('list_views_uuid_key').on(table.uuid),
    index('list_views_site_id_idx').on(table.siteId, table.userId, table.list),
    index('list_views_user_id_idx').on(table.userId),
    ...tenantPolicies(),
  ],
)
