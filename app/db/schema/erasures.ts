import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytea, moment, systemPolicies } from './columns.ts'

/** Who was erased, as a keyed hash, to erase them again after a restore. */
export const erasures = pgTable(
  'erasures',
  {
    kind: text('kind', { enum: ['user', 'team', 'site', 'shopper', 'activity'] }).notNull(),
    subjectHash: bytea('subject_hash').notNull(),
    erasedAt: moment('erased_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.subjectHash] }), ...systemPolicies()],
)
