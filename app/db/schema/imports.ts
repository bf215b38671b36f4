import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { identity, moment, reference, tenantPolicies } from './columns.ts'
import { siteColumn, teamColumn, users } from './ground.ts'

/** Imported files: reviewed and undecided, or imported. */
export const imports = pgTable(
  'imports',
  {
    id: identity(),
    uuid: uuid('uuid')
      .notNull()
      .default(sql`gen_random_uuid()`),
    teamId: teamColumn(),
    siteId: siteColumn(),
    userId: reference('user_id').references(() => users.id, { onDelete: 'set null' }),
    kind: text('kind', { enum: ['purchase', 'signup', 'review', 'product'] }).notNull(),
    fileName: text('file_name').notNull(),
    /** The rows as read, by kind; emptied when they are imported or discarded. */
    rows: jsonb('rows').$type<unknown[]>().notNull(),
    taken: integer('taken'),
    createdAt: moment('created_at').notNull(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    uniqueIndex('imports_uuid_key').on(table.uuid),
    index('imports_site_id_idx').on(table.siteId, table.createdAt),
    ...tenantPolicies(),
  ],
)
