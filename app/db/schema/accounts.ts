/**
 * Logins, sessions and settings of people. No row belongs to a team, except for logins by a shop's admin:
 * code that ends the ways into an account ends these, too.
 */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  bytea,
  identity,
  moment,
  reference,
  sealed,
  systemPolicies,
  tenantPolicies,
} from './columns.ts'
import { teamColumn, users } from './ground.ts'
import { shops, tenants } from './shops.ts'

const ofUser = () =>
  reference('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Email settings that differ from the default of their kind. */
export const notificationChoices = pgTable(
  'notification_choices',
  {
    userId: reference('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A name from domain/accounts/profile/notifications.ts. */
    kind: text('kind').notNull(),
    isWanted: boolean('is_wanted').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] }), ...systemPolicies()],
)

/** Sessions of browsers. The cookie contains the token; only its SHA-256 is stored. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id')
      .primaryKey()
      .default(sql`gen_random_uuid()`),
    userId: reference('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: bytea('token_hash').notNull(),
    /** "Firefox on Linux": the browser and operating system, without versions. */
    deviceName: text('device_name'),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** When the second factor was last given in this browser. */
    secondFactorAt: moment('second_factor_at'),
    /** The person whom this member of staff impersonates, and until when. */
    impersonatesId: reference('impersonates_id').references(() => users.id, {
      onDelete: 'set null',
    }),
    impersonationEndsAt: moment('impersonation_ends_at'),
  },
  (table) => [
    uniqueIndex('sessions_token_hash_key').on(table.tokenHash),
    index('sessions_user_id_idx').on(table.userId),
    index('sessions_expires_at_idx').on(table.expiresAt),
    ...systemPolicies(),
  ],
)

/**
 * Password reset links. The email contains the token; only its SHA-256 is stored. One per person.
 */
export const passwordResets = pgTable(
  'password_resets',
  {
    userId: reference('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: bytea('token_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('password_resets_token_hash_key').on(table.tokenHash),
    index('password_resets_expires_at_idx').on(table.expiresAt),
    ...systemPolicies(),
  ],
)

/** Two-factor authentication by app or text message. No row: the password is enough. */
export const twoFactors = pgTable(
  'two_factors',
  {
    userId: reference('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    method: text('method', { enum: ['app', 'phone'] }).notNull(),
    /**
     * Seed of the app's codes. Null for text messages, whose code is stored with the pending login.
     */
    seed: sealed('seed'),
    /** Null until the first correct code, so an unfinished setup locks no one out. */
    confirmedAt: moment('confirmed_at'),
    /** The newest 30-second step of an accepted code: none is accepted twice. */
    lastStep: bigint('last_step', { mode: 'number' }),
    /** SHA-256 of the emergency token, which turns two-factor off. */
    resetCodeHash: bytea('two_factor_reset_code'),
    createdAt: moment('created_at').notNull(),
  },
  () => systemPolicies(),
)

/** Recovery codes, each valid once. Only the SHA-256 is stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: identity(),
    userId: ofUser(),
    codeHash: bytea('code_hash').notNull(),
    usedAt: moment('used_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('recovery_codes_user_id_code_hash_key').on(table.userId, table.codeHash),
    ...systemPolicies(),
  ],
)

/** WebAuthn credentials. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: identity(),
    userId: ofUser(),
    /** base64url, as in browsers. */
    credentialId: text('credential_id').notNull(),
    publicKey: bytea('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    /** Whether the authenticator can sync it to other devices. */
    isSynced: boolean('is_synced').notNull(),
    name: text('name').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    uniqueIndex('passkeys_credential_id_key').on(table.credentialId),
    index('passkeys_user_id_idx').on(table.userId),
    ...systemPolicies(),
  ],
)

/** Passkey challenges, each valid once. The browser's cookie contains the token. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    /** Null: a login with anyone's passkey. */
    userId: reference('user_id').references(() => users.id, { onDelete: 'cascade' }),
    challenge: text('challenge').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('passkey_challenges_expires_at_idx').on(table.expiresAt), ...systemPolicies()],
)

/**
 * Logins with a correct password that still need a code. The browser's cookie contains the token.
 */
export const pendingLogins = pgTable(
  'pending_logins',
  {
    id: uuid('id')
      .primaryKey()
      .default(sql`gen_random_uuid()`),
    userId: ofUser(),
    tokenHash: bytea('token_hash').notNull(),
    /** SHA-256 of the code that was sent to the phone for this login. */
    sentCodeHash: bytea('sent_code_hash'),
    tries: integer('tries').notNull().default(0),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('pending_logins_token_hash_key').on(table.tokenHash),
    index('pending_logins_user_id_idx').on(table.userId),
    index('pending_logins_expires_at_idx').on(table.expiresAt),
    ...systemPolicies(),
  ],
)

/** Counters of rate-limiter-flexible, which defines names and types. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull().default(0),
    expire: bigint('expire', { mode: 'number' }),
  },
  () => systemPolicies(),
)

/** Actions of staff outside of teams: whom they impersonated, when, and why. */
export const staffActs = pgTable(
  'staff_acts',
  {
    id: identity(),
    staffId: reference('staff_id').references(() => users.id, { onDelete: 'set null' }),
    /** The person concerned. */
    userId: reference('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The team concerned. No reference, because teams are declared above accounts. */
    teamId: reference('team_id'),
    /** A name from domain/accounts/staff/staff-acts.ts. */
    act: text('act').notNull(),
    reason: text('reason'),
    /** Data for the entry's sentence. No secrets, no personal data. */
    details: jsonb('details')
      .$type<Record<string, string | number | boolean | null>>()
      .notNull()
      .default({}),
    /** `started` remains when the process ended in the middle. */
    outcome: text('outcome', { enum: ['started', 'done', 'refused', 'failed'] })
      .notNull()
      .default('done'),
    /** Why it was refused, as staff saw it. */
    refusal: text('refusal'),
    /** Network address of the request. */
    address: text('address').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('staff_acts_staff_id_idx').on(table.staffId),
    index('staff_acts_user_id_idx').on(table.userId, table.id),
    index('staff_acts_team_id_idx').on(table.teamId, table.id),
    ...systemPolicies(),
  ],
)

const shopColumn = () =>
  reference('shop_id')
    .notNull()
    .references(() => shops.id, { onDelete: 'cascade' })

/** A person whom a shop's admin knows, and the account of that person. */
export const shopStaff = pgTable(
  'shop_staff',
  {
    shopId: shopColumn(),
    /** Shopify's id of the person, which is in their session tokens. */
    staffId: text('staff_id').notNull(),
    teamId: teamColumn(),
    userId: reference('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** When the person answered whether to join the shop to an account they have. */
    joinAnsweredAt: moment('join_answered_at'),
    /**
     * When this login ended. The row stays, because without one the person would be new to the shop and
     * added again, also after the organization removed them.
     */
    endedAt: moment('ended_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.staffId] }),
    index('shop_staff_user_id_idx').on(table.userId),
    ...tenantPolicies(),
  ],
)

/**
 * Links by which the staff of a shop join it to an account that they have. Only the token's SHA-256 is
 * stored.
 */
export const shopJoins = pgTable(
  'shop_joins',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    shopId: shopColumn(),
    teamId: teamColumn(),
    staffId: text('staff_id').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('shop_joins_shop_id_staff_id_key').on(table.shopId, table.staffId),
    index('shop_joins_expires_at_idx').on(table.expiresAt),
    ...tenantPolicies(),
  ],
)

/** A person whom a store’s admin vouches for, and the account that was created for them. */
export const tenantStaff = pgTable(
  'tenant_staff',
  {
    tenantId: reference('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    /** The system's name for the person, which is in what its admin signs. */
    staffId: text('staff_id').notNull(),
    teamId: teamColumn(),
    userId: ofUser(),
    /** When this way into the account ended, for example by a password. The row stays, or a new account came. */
    endedAt: moment('ended_at'),
    /**
     * When the system reported that the person may not open the app any more, or when a member erased their account,
     * in whose place an empty one came. Null after a later visit.
     */
    leftAt: moment('left_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.staffId] }),
    index('tenant_staff_user_id_idx').on(table.userId),
    index('tenant_staff_team_id_idx').on(table.teamId),
    ...tenantPolicies(),
  ],
)

/**
 * A person’s sessions in the frame of an admin that has no script of its own. Tokens and tickets name the
 * row and are signed (app/domain/shops/tenants/frame-pass.server.ts), so nothing secret is stored.
 */
export const frameSessions = pgTable(
  'frame_sessions',
  {
    id: uuid('id').primaryKey(),
    tenantId: reference('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    /** The tenant’s organization when the session began. It ends when the tenant gets another. */
    teamId: teamColumn(),
    userId: ofUser(),
    /** Number of the only ticket that is valid. Using it makes the next one valid. */
    ticket: integer('ticket').notNull().default(0),
    /**
     * When the admin signed who opens the frame, for this session alone. For a while it confirms what a password
     * would. Null: it confirms nothing more than the visit.
     */
    vouchedAt: moment('vouched_at'),
    createdAt: moment('created_at').notNull(),
    /** Renewals can’t move it: then the admin has to vouch for the person again. */
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('frame_sessions_user_id_idx').on(table.userId),
    index('frame_sessions_tenant_id_idx').on(table.tenantId),
    index('frame_sessions_team_id_idx').on(table.teamId),
    index('frame_sessions_expires_at_idx').on(table.expiresAt),
    ...tenantPolicies(),
  ],
)
