import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { identity, moment, reference, systemPolicies } from './columns.ts'
import { teams, users } from './ground.ts'

/** `open` waits for us, `waiting` for the person. */
export const supportStates = ['open', 'waiting', 'solved'] as const

export const supportAuthors = ['user', 'staff'] as const

/** Support requests. Each is a conversation of one person with staff. */
export const supportRequests = pgTable(
  'support_requests',
  {
    id: identity(),
    userId: reference('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    teamId: reference('team_id').references(() => teams.id, { onDelete: 'set null' }),
    subject: text('subject').notNull(),
    state: text('state', { enum: supportStates }).notNull().default('open'),
    /** The member of staff who answers. Null: no one yet. */
    assigneeId: reference('assignee_id').references(() => users.id, { onDelete: 'set null' }),
    /** The newest message that was on the person's screen, and on the screen of a member of staff. */
    userReadId: reference('user_read_id').notNull().default(0),
    staffReadId: reference('staff_read_id').notNull().default(0),
    lastMessageAt: moment('last_message_at').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('support_requests_user_id_idx').on(table.userId, table.lastMessageAt, table.id),
    index('support_requests_state_idx').on(table.state, table.lastMessageAt, table.id),
    index('support_requests_assignee_id_idx').on(table.assigneeId, table.lastMessageAt, table.id),
    index('support_requests_last_message_at_idx').on(table.lastMessageAt, table.id),
    index('support_requests_team_id_idx').on(table.teamId),
    ...systemPolicies(),
  ],
)

/** The messages of a conversation, in the order of the ids. */
export const supportMessages = pgTable(
  'support_messages',
  {
    id: identity(),
    requestId: reference('request_id')
      .notNull()
      .references(() => supportRequests.id, { onDelete: 'cascade' }),
    author: text('author', { enum: supportAuthors }).notNull(),
    /** Null: the account of the member of staff no longer exists. */
    userId: reference('user_id').references(() => users.id, { onDelete: 'set null' }),
    body: text('body').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('support_messages_request_id_idx').on(table.requestId, table.id),
    index('support_messages_user_id_idx').on(table.userId),
    ...systemPolicies(),
  ],
)
