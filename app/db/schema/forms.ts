/** Which forms of a site's pages tell a sign-up, and which of their fields. */
import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { FormPages } from '#app/contract/forms.ts'
import { identity, moment, tenantPolicies } from './columns.ts'
import { siteColumn, teamColumn } from './teams.ts'

export const formRules = pgTable(
  'form_rules',
  {
    id: identity(),
    uuid: uuid('uuid')
      .notNull()
      .default(sql`gen_random_uuid()`),
    teamId: teamColumn(),
    siteId: siteColumn(),
    name: text('name').notNull(),
    /** What differs from "on every page". */
    pages: jsonb('pages').$type<Partial<FormPages>>().notNull().default({}),
    /** CSS. Null: each form with a field for an email address. */
    selector: text('selector'),
    /** Names of the fields. No address field: the first of the type `email`. */
    emailField: text('email_field'),
    firstNameField: text('first_name_field'),
    /** Off until the visitor agreed; else until he refuses. */
    asksConsent: boolean('asks_consent').notNull().default(true),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('form_rules_uuid_key').on(table.uuid),
    index('form_rules_site_id_idx').on(table.siteId),
    ...tenantPolicies(),
  ],
)
