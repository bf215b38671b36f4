/** Second factors, and the state between a password and its second factor. */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { bytea, identity, moment, reference, sealed, systemPolicies } from './columns.ts'

const ofUser = () =>
  reference('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

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
