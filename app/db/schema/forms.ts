/** Which forms on a site's pages are sign-ups, and which of their fields are read. */
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { FormPages } from '#app/contract/forms.ts'
import { identity, moment, tenantPolicies } from './columns.ts'
import { siteColumn, teamColumn } from './ground.ts'

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
    /** Name of a checkbox that has to be ticked. Null: none. */
    consentField: text('consent_field'),
    /** Path of the page that proves a submission. Null: the submission counts. */
    thankYouPage: text('thank_you_page'),
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

/**
 * Forms that were submitted on a site's pages while the site lists them: names and counts, nothing
 * that a visitor typed. Only pages reported them.
 */
export const listedForms = pgTable(
  'listed_forms',
  {
    teamId: teamColumn(),
    siteId: siteColumn(),
    /** Path of the page. */
    page: text('page').notNull(),
    name: text('name').notNull(),
    /** CSS. Null: nothing distinguishes it from the page's other forms. */
    selector: text('selector'),
    emailField: text('email_field'),
    /** Names of fields that a rule could read, one a line. */
    fields: text('fields').notNull(),
    /** Names of checkboxes, one a line. */
    boxes: text('boxes').notNull(),
    /** Submissions. */
    total: integer('total').notNull(),
    lastAt: moment('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.page, table.name] }), ...tenantPolicies()],
)
