import { sql } from 'drizzle-orm'
import { index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment, reference, systemPolicies } from './columns.ts'
import { sites, teams, users } from './ground.ts'

/**
 * Images of people, teams and sites, re-encoded by us: nothing else of the uploaded file is kept.
 */
export const photos = pgTable(
  'photos',
  {
    /** Public, and new for every image, because browsers cache it permanently. */
    id: uuid('id')
      .primaryKey()
      .default(sql`gen_random_uuid()`),
    userId: reference('user_id').references(() => users.id, { onDelete: 'cascade' }),
    teamId: reference('team_id').references(() => teams.id, { onDelete: 'cascade' }),
    /** The logo of a site. */
    siteId: reference('site_id').references(() => sites.id, { onDelete: 'cascade' }),
    /** A square of 512 pixels. */
    webp: bytea('webp').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('photos_user_id_idx').on(table.userId),
    index('photos_team_id_idx').on(table.teamId),
    index('photos_site_id_idx').on(table.siteId),
    ...systemPolicies(),
  ],
)
