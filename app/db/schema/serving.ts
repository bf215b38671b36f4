import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment, systemPolicies } from './columns.ts'

/**
 * Which tab opened a preview link first: the link is valid in no other. Deleted when the link
 * expires.
 */
export const previewTabs = pgTable(
  'preview_tabs',
  {
    link: uuid('link').primaryKey(),
    /** SHA-256 of the tab's id. */
    tabHash: bytea('tab_hash').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  () => systemPolicies(),
)
