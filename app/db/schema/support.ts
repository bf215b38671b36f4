/** Announcements, support requests, images, email settings and erasures. */
import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { bytea, identity, moment, reference, systemPolicies } from './columns.ts'
import { sites, teams } from './teams.ts'

/** Announcements by staff, for everyone. */
export const announcements = pgTable(
  'announcements',
  {
    id: identity(),
    userId: reference('user_id').references(() => users.id, { onDelete: 'set null' }),
    body: text('body').notNull(),
    /** Both or neither. */
    actionText: text('action_text'),
    actionUrl: text('action_url'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [index('announcements_created_at_idx').on(table.createdAt), ...systemPolicies()],
)

/** Support requests. */
export const supportRequests = pgTable(
  'support_requests',
  {
    id: identity(),
    userId: reference('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    teamId: reference('team_id').references(() => teams.id, { onDelete: 'set null' }),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    createdAt: moment('created_at').notNull(),
    answeredAt: moment('answered_at'),
  },
  (table) => [
    index('support_requests_user_id_idx').on(table.userId),
    index('support_requests_created_at_idx').on(table.createdAt),
    ...systemPolicies(),
  ],
)

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

/** Who was erased, as a keyed hash, to erase them again after a restore. */
export const erasures = pgTable(
  'erasures',
  {
    kind: text('kind', { enum: ['user', 'team', 'site', 'shopper'] }).notNull(),
    subjectHash: bytea('subject_hash').notNull(),
    erasedAt: moment('erased_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.subjectHash] }), ...systemPolicies()],
)
