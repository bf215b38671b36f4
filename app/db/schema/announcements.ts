import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { identity, moment, reference, systemPolicies } from './columns.ts'

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
