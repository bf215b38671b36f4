/** Sites, members' access to them, and the hosts of their pixel. */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { SiteOptions } from '#app/contract/site-options.ts'
import { identity, moment, reference, tenantPolicies } from './columns.ts'
import { teamColumn, teamMembers } from './teams.ts'

/** What we found on a site's home page. */
export type StoredHomePage = {
  /** The site's URL when it was read: findings about another URL are void. */
  url: string
  /** ISO 8601. */
  readAt: string
  /** Name in domain/sites/home-page/platform.ts. */
  platform: string | null
  hasTagManager: boolean
  color: string | null
  thankYouPaths: string[]
  /** Absent: it was read before checkouts were looked for. */
  checkoutPaths?: string[]
}

export const sites = pgTable(
  'sites',
  {
    id: identity(),
    /** Public: the installation code on every page contains it. */
    uuid: uuid('uuid')
      .notNull()
      .default(sql`gen_random_uuid()`),
    teamId: teamColumn(),
    name: text('name').notNull(),
    /** Normalized: scheme, host, non-default port, no path. */
    url: text('url').notNull(),
    /** Identity in domain/sites/categories.ts. Null: none. */
    category: text('category'),
    /** IANA, for example `Europe/Amsterdam`: defines the site's days. */
    timeZone: text('time_zone').notNull().default('UTC'),
    /** Id in `photos`. */
    logoId: uuid('logo_id'),
    /** Overrides of the default options. */
    options: jsonb('options').$type<Partial<SiteOptions>>().notNull().default({}),
    /** What we found on the site's home page, to be offered during setup. Null: not read yet. */
    homePage: jsonb('home_page').$type<StoredHomePage>(),
    /** When the pixel last reported from the site's own host. Null: never. */
    pixelSeenAt: moment('pixel_seen_at'),
    /** Until then, pages list the forms that are submitted on them. Null: they don't. */
    formsListedUntil: moment('forms_listed_until'),
    /** The kill switch: since when nothing is shown. Null: off. */
    pausedAt: moment('paused_at'),
    /** When the holdout percentage last changed: earlier data can't be compared. */
    holdoutSince: moment('holdout_since'),
    /** Units for this site alone, once the team's limit is reached and until the boost expires. */
    visitorBoost: bigint('visitor_boost', { mode: 'number' }).notNull().default(0),
    visitorBoostExpiresAt: moment('visitor_boost_expires_at'),
    /**
     * Increases when activities that can be shown are changed or erased (by a trigger), and when
     * products are: cached counts may be too high then.
     */
    withdrawals: bigint('withdrawals', { mode: 'number' }).notNull().default(0),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('sites_uuid_key').on(table.uuid),
    uniqueIndex('sites_team_id_url_key').on(table.teamId, table.url),
    index('sites_search_idx').using(
      'gin',
      table.name.op('gin_trgm_ops'),
      table.url.op('gin_trgm_ops'),
    ),
    ...tenantPolicies(),
  ],
)

/** The row's site; the row is deleted with it. */
export const siteColumn = () =>
  reference('site_id')
    .notNull()
    .references(() => sites.id, { onDelete: 'cascade' })

/** Sites of members who don't see all of them. */
export const memberSites = pgTable(
  'member_sites',
  {
    teamId: teamColumn(),
    userId: reference('user_id').notNull(),
    siteId: reference('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.userId, table.siteId] }),
    foreignKey({
      name: 'member_sites_member_fk',
      columns: [table.teamId, table.userId],
      foreignColumns: [teamMembers.teamId, teamMembers.userId],
    }).onDelete('cascade'),
    index('member_sites_site_id_idx').on(table.siteId),
    ...tenantPolicies(),
  ],
)

/** Hosts whose pages loaded a site's pixel, including the site's own. */
export const pixelHosts = pgTable(
  'pixel_hosts',
  {
    siteId: siteColumn(),
    host: text('host').notNull(),
    teamId: teamColumn(),
    /** A page reported over https, or it isn't known. */
    isSecure: boolean('is_secure').notNull().default(true),
    firstSeenAt: moment('first_seen_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.host] }), ...tenantPolicies()],
)
