/** Services that a site is connected with. */
import { sql } from 'drizzle-orm'
import {
  bytea,
  identity,
  moment,
  reference,
  sealed,
  systemPolicies,
  tenantPolicies,
} from './columns.ts'
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { connectableNames } from '#app/contract/integrations.ts'
import { siteColumn, teamColumn, users } from './ground.ts'

/**
 * - `pending`: the owner began to connect, and the credentials are missing. - `active`: data arrives.
 * - `paused`: its owner wants none for now. - `lost`: the service refuses the credentials.
 * - `ended`: disconnected. Its data stays.
 */
export const connectionStates = ['pending', 'active', 'paused', 'lost', 'ended'] as const

/**
 * - `domain`: the page names the site's domain. - `link`: the site's home page links to it. - `code`: an
 * answer of the page's owner has the site's code.
 */
export const pageProofs = ['domain', 'link', 'code'] as const

/** Whether a page of reviews is the site's, when that was last checked. */
export type StoredPageProof = {
  /** ISO 8601. */
  checkedAt: string
  /** The site's URL and the page that were checked: the result is about them alone. */
  siteUrl: string
  page: string
  /** Host of the website that the page named. Null: it names none. */
  website: string | null
  /** Null: not proven. */
  proof: (typeof pageProofs)[number] | null
  /** Whether the site's home page could be read. */
  isHomePageRead: boolean
  /** An answer had the site's code, which holds while a link or the website proves the page as well. */
  isCoded?: boolean
}

/** A source's published facts about a page of reviews. */
export type StoredPublishedPage = {
  /** ISO 8601: when it was read. */
  readAt: string
  /** Host. Null: it names none. */
  website: string | null
  /** Average out of 5, as the source rounds it, and the number of reviews. Null: it publishes none. */
  rating: { average: number; total: number } | null
}

/** A connection's data stays when it ends. */
export const connections = pgTable(
  'connections',
  {
    id: identity(),
    uuid: uuid('uuid')
      .notNull()
      .default(sql`gen_random_uuid()`),
    teamId: teamColumn(),
    siteId: siteColumn(),
    integration: text('integration', { enum: connectableNames }).notNull(),
    /** By the provider's name for it: a shop's domain. While pending: its own uuid. */
    account: text('account').notNull(),
    /** For screens. Null: the account's name says enough. */
    label: text('label'),
    state: text('state', { enum: connectionStates }).notNull().default('active'),
    /** Settings and tokens, see domain/connections/credentials.server.ts. Null: kept elsewhere. */
    credentials: sealed('credentials'),
    /**
     * SHA-256 of the secret in the address for deliveries. Null: there is no such address. One that ended
     * keeps it until its service is left.
     */
    hookHash: bytea('hook_hash'),
    /** When all products were last read. Null: never. */
    productsReadAt: moment('products_read_at'),
    /** The next page to read, as the integration wrote it. Null: from the beginning. */
    cursor: jsonb('cursor').$type<Record<string, unknown>>(),
    /** When the next page is read. Later than now while a process reads one. Null: nothing is read. */
    pullDueAt: moment('pull_due_at'),
    /** Attempts in a row that failed. */
    failures: integer('failures').notNull().default(0),
    /** When the first of them failed, and in plain words why the last one did. Null: it didn't. */
    failingSince: moment('failing_since'),
    fault: text('fault'),
    /**
     * When the service last refused the access, or since when its account keeps an active connection waiting.
     * Null: it never did.
     */
    lostAt: moment('lost_at'),
    /** When a refresh of the token started. Null: none is running. */
    tokenStartedAt: moment('token_started_at'),
    /** When a usable record last arrived. Null: none arrived. */
    firstRecordAt: moment('first_record_at'),
    lastRecordAt: moment('last_record_at'),
    /** Records that were stored, and those that could not be used. */
    stored: integer('stored').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    /** Who connected it last. Null: an app did, or the account was deleted. */
    connectedBy: reference('connected_by').references(() => users.id, { onDelete: 'set null' }),
    /** In plain words, why the last of them could not be used. Null: none was skipped. */
    problem: text('problem'),
    /** Null: never checked, or only its owner can connect it. */
    pageProof: jsonb('page_proof').$type<StoredPageProof>(),
    /** Null: it has no page of reviews, or that was never read. */
    publishedPage: jsonb('published_page').$type<StoredPublishedPage>(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('connections_uuid_key').on(table.uuid),
    uniqueIndex('connections_account_key').on(table.siteId, table.integration, table.account),
    uniqueIndex('connections_hook_hash_key').on(table.hookHash),
    index('connections_pull_due_at_idx').on(table.pullDueAt),
    index('connections_connected_by_idx').on(table.connectedBy),
    ...tenantPolicies(),
  ],
)

/**
 * Approvals by OAuth that people were sent to a service for, and didn't come back from yet. One of a
 * person for a site and an integration; only the state's SHA-256 is stored.
 */
export const oauthApprovals = pgTable(
  'oauth_approvals',
  {
    stateHash: bytea('state_hash').primaryKey(),
    teamId: teamColumn(),
    siteId: siteColumn(),
    userId: reference('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    integration: text('integration', { enum: connectableNames }).notNull(),
    /** The connection that is to be approved again. Null: any account. */
    connectionId: reference('connection_id').references(() => connections.id, {
      onDelete: 'cascade',
    }),
    /** PKCE's secret, see RFC 7636. Null: the service knows none. */
    verifier: sealed('verifier'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('oauth_approvals_person_key').on(table.siteId, table.userId, table.integration),
    index('oauth_approvals_user_id_idx').on(table.userId),
    index('oauth_approvals_connection_id_idx').on(table.connectionId),
    index('oauth_approvals_expires_at_idx').on(table.expiresAt),
    ...tenantPolicies(),
  ],
)

/** Requests to providers, whose budgets all nodes share. */
export const providerBudgets = pgTable(
  'provider_budgets',
  {
    /** Hash of the provider's name and the account there. */
    key: text('key').primaryKey(),
    /** Moments of the requests within the budget's time, in milliseconds. */
    spent: bigint('spent', { mode: 'number' }).array().notNull(),
    /** The provider wants no request before that moment. */
    pausedUntil: moment('paused_until'),
    /** Has no index, because each request changes it. */
    usedAt: moment('used_at').notNull(),
  },
  () => systemPolicies(),
)
