/** People, their sessions and rate limits. No row here belongs to a team. */
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
import { bytea, identity, moment, reference, systemPolicies } from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: identity(),
    name: text('name').notNull(),
    /** Lower-case: two spellings of one address are one account. */
    email: text('email').notNull(),
    emailVerifiedAt: moment('email_verified_at'),
    /** Argon2id in PHC format. */
    passwordHash: text('password_hash').notNull(),
    passwordCreatedAt: moment('password_created_at').notNull(),
    termsAcceptedAt: moment('terms_accepted_at').notNull(),
    isStaff: boolean('is_admin').notNull().default(false),
    /** Id in `photos`. */
    photoId: uuid('photo_id'),
    /** ISO 3166-1, of the phone number. */
    countryCode: text('country_code'),
    /** Digits without the country code. */
    phone: text('phone'),
    /** When the person entered a code that was sent to it. */
    phoneVerifiedAt: moment('phone_verified_at'),
    /** Where the person came from: `utm_` parameters of the first page, nothing else. */
    attribution: jsonb('attribution').$type<Record<string, string>>().notNull().default({}),
    /** One-time decisions: skipped steps of onboarding. */
    extraAttributes: jsonb('extra_attributes')
      .$type<{ skippedSteps?: string[] }>()
      .notNull()
      .default({}),
    lastReadAnnouncementsAt: moment('last_read_announcements_at'),
    currentTeamId: reference('current_team_id'),
    currentSiteId: reference('current_site_id'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [uniqueIndex('users_email_key').on(table.email), ...systemPolicies()],
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
