/** Webhooks as they came, until they have been processed. */
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { connectableNames } from '#app/contract/integrations.ts'
import { identity, moment, reference, sealed, systemPolicies } from './columns.ts'
import { connections } from './connections.ts'

/**
 * A row is stored before the provider is answered, so that nothing that was acknowledged is lost. It
 * belongs to no team, because the shop may be unknown.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    id: identity(),
    provider: text('provider', { enum: connectableNames }).notNull(),
    /** The connection whose address it came to. Null: it came to the address of an app. */
    connectionId: reference('connection_id').references(() => connections.id, {
      onDelete: 'cascade',
    }),
    /** The account it was sent for: a shop domain, or the connection's uuid. */
    account: text('account').notNull(),
    /** The provider's id. The same for each attempt to deliver it. */
    deliveryId: text('delivery_id').notNull(),
    topic: text('topic').notNull(),
    /**
     * Personal data, so it is removed once the delivery has been processed. After seven days if that
     * failed, for staff to process it again; of a connection in any case, for its owner to look at and
     * to process again.
     */
    body: sealed('body'),
    state: text('state', { enum: ['waiting', 'done', 'failed'] })
      .notNull()
      .default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** Why the last attempt failed. Null: it didn't. */
    fault: text('fault'),
    /** When the account changed, by the provider's clock. Null: unknown. */
    triggeredAt: moment('triggered_at'),
    receivedAt: moment('received_at').notNull(),
    /** While waiting: not processed before. Later than now while a process does. */
    dueAt: moment('due_at').notNull(),
  },
  (table) => [
    uniqueIndex('deliveries_delivery_key').on(table.provider, table.deliveryId),
    index('deliveries_due_at_idx')
      .on(table.dueAt)
      .where(sql`${table.state} = 'waiting'`),
    index('deliveries_failed_idx')
      .on(table.id)
      .where(sql`${table.state} = 'failed'`),
    index('deliveries_account_idx').on(table.provider, table.account, table.receivedAt),
    index('deliveries_received_at_idx').on(table.receivedAt),
    index('deliveries_connection_id_idx').on(table.connectionId, table.id),
    ...systemPolicies(),
  ],
)
