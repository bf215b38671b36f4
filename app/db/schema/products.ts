/** A shop's products, and the feeds they come from. */
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
import { identity, moment, reference, tenantPolicies } from './columns.ts'
import { connections } from './connections.ts'
import { siteColumn, teamColumn } from './ground.ts'

/** As `app/domain/products/feed-reasons.ts` makes them. */
type StoredFeedReason = {
  field: string
  problem: string
  count: number
  example: string | null
  line: number
}

/** Product feeds, which are read regularly. */
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
    /** Format of the last response. Null: never read. */
    format: text('format', { enum: ['xml', 'csv'] }),
    /** HTTP validators of the last response, to skip unchanged feeds. */
    etag: text('etag'),
    lastModified: text('last_modified'),
    /** When it was last read completely. */
    readAt: moment('read_at'),
    /** When it was last tried, and the error. Null: none. */
    triedAt: moment('tried_at'),
    fault: text('fault'),
    /** When its owner got an email about the error. Null: none was sent since it was last read. */
    faultMailedAt: moment('fault_mailed_at'),
    /** Number of products read, and of entries without an ID or a title. */
    products: integer('products').notNull().default(0),
    faulty: integer('faulty').notNull().default(0),
    /** The commonest reasons why products or fields of the last response couldn't be read. */
    reasons: jsonb('reasons').$type<StoredFeedReason[]>().notNull().default([]),
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
    /** The shop's id. */
    externalId: text('external_id').notNull(),
    /** The feed that contained it last. Null: a connection, an import or the API. */
    feedId: reference('feed_id').references(() => productFeeds.id, { onDelete: 'cascade' }),
    /** The connection that delivered it last. Null: a feed, an import or the API. */
    connectionId: reference('connection_id').references(() => connections.id, {
      onDelete: 'cascade',
    }),
    title: text('title').notNull(),
    url: text('url'),
    image: text('image'),
    priceCents: bigint('price_cents', { mode: 'number' }),
    /** ISO 4217, of the price. */
    currency: text('currency'),
    /** Number of items. Null: unknown. */
    stock: integer('stock'),
    isAvailable: boolean('is_available'),
    /** Never used in nudges. */
    isHidden: boolean('is_hidden').notNull().default(false),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('products_external_key').on(table.siteId, table.externalId),
    index('products_title_idx').on(table.siteId, table.title, table.id),
    index('products_feed_id_idx').on(table.feedId),
    index('products_connection_id_idx').on(table.connectionId),
    ...tenantPolicies(),
  ],
)
