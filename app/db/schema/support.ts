import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { identity, moment, reference, systemPolicies } from './columns.ts'
import { teams } from './teams.ts'

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
