/** Which forms on a site's pages are sign-ups, and which of their fields are read. */
import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { FormPages } from '#app/contract/forms.ts'
import { identity, moment, tenantPolicies } from './columns.ts'
import { siteColumn } from './sites.ts'
import { teamColumn } from './teams.ts'

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
    /** Overrides of "on every page". */
    pages: jsonb('pages').$type<Partial<FormPages>>().notNull().default({}),
    /** CSS. Null: every form with an email field. */
    selector: text('selector'),
    /** Field names. Without an email field name: the first input of type `email`. */
    emailField: text('email_field'),
    firstNameField: text('first_name_field'),
    /** True: off until the visitor consents. False: on until they refuse. */
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
