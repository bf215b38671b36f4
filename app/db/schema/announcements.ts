import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { identity, moment, reference, systemPolicies } from './columns.ts'
import { users } from './ground.ts'

export const announcementShells = ['standalone', 'shopify'] as const

/** Announcements by staff. */
export const announcements = pgTable(
  'announcements',
  {
    id: identity(),
    userId: reference('user_id').references(() => users.id, { onDelete: 'set null' }),
    body: text('body').notNull(),
    /** Both or neither. */
    actionText: text('action_text'),
    actionUrl: text('action_url'),
    /** The shell that it is shown in. Null: all. */
    shell: text('shell', { enum: announcementShells }),
    /** Values of `teams.plan` whose organizations see it. Null: all. */
    plans: text('plans').array(),
    /** Shown from then on, and read by people who saw a later one. */
    publishedAt: moment('published_at').notNull().defaultNow(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [index('announcements_published_at_idx').on(table.publishedAt), ...systemPolicies()],
)
