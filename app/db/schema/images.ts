import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment, reference, systemPolicies, tenantPolicies } from './columns.ts'
import { siteColumn, sites, teamColumn, teams, users } from './ground.ts'

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

/** Pictures that a site's nudges want: images, and those that pages of products name. */
export const pagePictures = pgTable(
  'page_pictures',
  {
    siteId: siteColumn(),
    /**
     * For a page: its path on the site, and the query as far as it names the product. Images have a key of
     * their URL, and large pictures one of their size (app/domain/images/picture-key.server.ts).
     */
    path: text('path').notNull(),
    teamId: teamColumn(),
    /** Where the image or the page is read. */
    address: text('address').notNull(),
    /** Part of the picture's public URL, from its content. Null: there is no picture, or it wasn't read. */
    name: text('name'),
    /** Drawn by us. */
    webp: bytea('webp'),
    /** An image, or named as the product's by the page's structured data. Otherwise it can be one of the shop. */
    isOfProduct: boolean('is_of_product').notNull().default(false),
    /** When a nudge last wanted it. */
    wantedAt: moment('wanted_at').notNull(),
    /** When it is read next. */
    dueAt: moment('due_at').notNull(),
    /** A process reads it, and no other one reads the site, until then. */
    leasedUntil: moment('leased_until'),
    /** Readings in a row that failed. */
    failures: smallint('failures').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.path] }),
    index('page_pictures_due_at_idx').on(table.dueAt),
    // For a picture that a browser asks for, and for pages that name the same one.
    index('page_pictures_name_idx')
      .on(table.siteId, table.name)
      .where(sql`name is not null`),
    ...tenantPolicies(),
  ],
)
