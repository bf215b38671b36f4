/** What a shop sells, as it told us: stock and price for the nudges, and where the list comes from. */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { identity, moment, reference, tenantPolicies } from './columns.ts'
import { siteColumn, teamColumn } from './teams.ts'

/** Addresses from which a shop's products are read again and again. */
export const productFeeds = pgTable(
  'product_feeds',
  {
    id: identity(),
    uuid: uuid('uuid')
      .notNull()
      .default(sql`gen_random_uuid()`),
    teamId: teamColumn(),
    siteId: siteColumn(),
    url: text('url').notNull(),
    /** As the last answer was read. Null: it was never read. */
    format: text('format', { enum: ['xml', 'csv'] }),
    /** Validators of the last answer, so that what is unchanged is not sent again. */
    etag: text('etag'),
    lastModified: text('last_modified'),
    /** When it was last read through to its end. */
    readAt: moment('read_at'),
    /** When it was last tried, and what went wrong then. Null: nothing. */
    triedAt: moment('tried_at'),
    fault: text('fault'),
    /** Products that were read, and entries that could not be. */
    products: integer('products').notNull().default(0),
    faulty: integer('faulty').notNull().default(0),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('product_feeds_uuid_key').on(table.uuid),
    uniqueIndex('product_feeds_url_key').on(table.siteId, table.url),
    index('product_feeds_tried_at_idx').on(table.triedAt),
    ...tenantPolicies(),
  ],
)

export const products = pgTable(
  'products',
  {
    id: identity(),
    teamId: teamColumn(),
    siteId: siteColumn(),
    /** The shop's own id. */
    externalId: text('external_id').notNull(),
    /** The feed that told it last. Null: an import or the API. */
    feedId: reference('feed_id').references(() => productFeeds.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    url: text('url'),
    image: text('image'),
    priceCents: bigint('price_cents', { mode: 'number' }),
    /** ISO 4217; of the price. */
    currency: text('currency'),
    /** Pieces. Null: the shop told none. */
    stock: integer('stock'),
    isAvailable: boolean('is_available'),
    /** Nothing is told about it. */
    isHidden: boolean('is_hidden').notNull().default(false),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('products_external_key').on(table.siteId, table.externalId),
    index('products_title_idx').on(table.siteId, table.title, table.id),
    index('products_feed_id_idx').on(table.feedId),
    ...tenantPolicies(),
  ],
)

/** A file that was looked through and waits for the owner's word, or was taken in. */
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
    /** What was read of it, in the shape of the kind; emptied when it is taken in or thrown away. */
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

/**
 * What the owner wrote by hand. It is no activity: it is told as the shop's own message, and can never
 * become a purchase, a review or a count.
 */
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
