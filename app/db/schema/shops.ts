/** Shops in Shopify that installed the app, and sites and stores elsewhere that did. */
import { index, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { CustomerField } from '#app/lib/shopify/refusals.ts'
import { identity, moment, reference, sealed, tenantPolicies } from './columns.ts'
import { connections } from './connections.ts'
import { sites, teamColumn, teams } from './ground.ts'

/**
 * The reason why a shop's data isn't read: one for which the shop is closed to the app
 * (app/domain/shops/closed-shop.ts), `access` when the app's tokens have ended, `away` for failures of
 * Shopify.
 */
export type BackfillHold =
  | 'forbidden'
  | 'frozen'
  | 'locked'
  | 'gone'
  | 'permission'
  | 'access'
  | 'away'

/** How far the shop's earlier orders and its products were brought in. */
export type BackfillState = {
  /** `waiting`: for Shopify to approve order data. Everything else is there. */
  status: 'running' | 'waiting' | 'done' | 'failed'
  /** `install`: screens show how far it is. `repair`: what webhooks may have missed. */
  reason: 'install' | 'repair'
  /** Orders since then. ISO 8601. */
  since: string
  /** The theme and the web pixel know the site. Done once, because each call costs points of the shop's. */
  isStorefrontConnected: boolean
  /** When reading the products began. ISO 8601; null: it didn't. */
  productsFrom: string | null
  /** Where the next page starts in each list. Absent: at its start; null: the list is complete. */
  cursors: { products?: string | null; orders?: string | null }
  /** Records so far. */
  counts: { products: number; orders: number }
  /** Failures in a row. Waiting for calls that the shop allows isn't one. */
  failures: number
  /** The reason why the last try failed. Absent: nothing but a short wait. */
  heldBy?: BackfillHold
  /** When Shopify began to refuse orders. ISO 8601. Absent: no refusal is known. */
  ordersRefusedSince?: string
  /** When Shopify last refused a request for orders. ISO 8601. Absent: they aren't refused. */
  lookedAt?: string
  /** Buyers' data that Shopify refuses. The rest of the import doesn't request it. Absent: none. */
  withheld?: readonly CustomerField[]
}

export const shops = pgTable(
  'shops',
  {
    id: identity(),
    teamId: teamColumn(),
    /** Null: the site was deleted or transferred. */
    siteId: reference('site_id').references(() => sites.id, {
      onDelete: 'set null',
    }),
    /** The site's link to the shop. Null: the site was deleted. */
    connectionId: reference('connection_id').references(() => connections.id, {
      onDelete: 'set null',
    }),
    /** `linen.myshopify.com`. Never changes, whatever domain visitors use. */
    domain: text('domain').notNull(),
    /** Shopify's id. Text, because it may exceed 2^53. */
    shopifyId: text('shopify_id').notNull(),
    name: text('name').notNull(),
    /** ISO 4217. */
    currency: text('currency').notNull(),
    /** Scopes that the merchant granted. */
    scopes: text('scopes').array().notNull(),
    /** Null: none is valid. The next visit of the shop's staff brings a new one. */
    accessToken: sealed('access_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    refreshToken: sealed('refresh_token'),
    refreshTokenExpiresAt: moment('refresh_token_expires_at'),
    /** A process refreshes the tokens since then. Null: none does. */
    refreshStartedAt: moment('refresh_started_at'),
    installedAt: moment('installed_at').notNull(),
    /** Null: installed. */
    uninstalledAt: moment('uninstalled_at'),
    /** When everything of an uninstalled shop is deleted. A new install cancels it. */
    purgeAt: moment('purge_at'),
    /** Which customer data Shopify allows: 0 none, 1 without names and addresses, 2 all. */
    customerDataLevel: smallint('customer_data_level').notNull().default(0),
    /** Shopify's id of the web pixel. Null: it isn't connected. */
    webPixelId: text('web_pixel_id'),
    /** Null: not started. */
    backfill: jsonb('backfill').$type<BackfillState>(),
    /** When the backfill goes on. Later than now while a process works on it. Null: nothing is left. */
    backfillDueAt: moment('backfill_due_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('shops_domain_key').on(table.domain),
    uniqueIndex('shops_team_id_key').on(table.teamId),
    index('shops_site_id_idx').on(table.siteId),
    index('shops_search_idx').using(
      'gin',
      table.name.op('gin_trgm_ops'),
      table.domain.op('gin_trgm_ops'),
    ),
    index('shops_purge_at_idx').on(table.purgeAt),
    index('shops_backfill_due_at_idx').on(table.backfillDueAt),
    ...tenantPolicies(),
  ],
)

/** Systems whose admin has no script that proves a request: the product has a session of its own there. */
export const framedPlatforms = ['wix', 'bigcommerce'] as const
export type FramedPlatform = (typeof framedPlatforms)[number]

/** `removed`: the app was uninstalled. The row stays, so that a new install finds its organization. */
export const tenantStates = ['installed', 'removed'] as const

/**
 * Sites and stores of systems that frame the product in their admin without adding a script to it (decision
 * 29).
 */
export const tenants = pgTable(
  'tenants',
  {
    id: identity(),
    platform: text('platform', { enum: framedPlatforms }).notNull(),
    /** The system's name for it: a Wix instance, a BigCommerce store hash. Never changes. */
    tenantId: text('tenant_id').notNull(),
    /** Null: installed, and no one has chosen or created an organization for it yet. */
    teamId: reference('team_id').references(() => teams.id, { onDelete: 'cascade' }),
    state: text('state', { enum: tenantStates }).notNull(),
    /** Null: the system gives none, or the app was uninstalled. */
    accessToken: sealed('access_token'),
    installedAt: moment('installed_at').notNull(),
    /** Null: installed. */
    removedAt: moment('removed_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('tenants_platform_tenant_id_key').on(table.platform, table.tenantId),
    index('tenants_team_id_idx').on(table.teamId),
    ...tenantPolicies(),
  ],
)
