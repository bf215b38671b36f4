import { jsonb, pgTable, smallint, uuid } from 'drizzle-orm/pg-core'
import type { PointedForm } from '#app/contract/forms.ts'
import type { PointedPlace } from '#app/contract/pointed-place.ts'
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
    /** Fingerprint of the site, the nudge and the person that a place or form is pointed at for. */
    pointsFor: bytea('points_for'),
    /** The page's last suggestion, until the studio takes it. Never shown to visitors. */
    place: jsonb('place').$type<PointedPlace>(),
    /** The same of a form. */
    form: jsonb('form').$type<PointedForm>(),
    /** How many were suggested. */
    places: smallint('places').notNull().default(0),
  },
  () => systemPolicies(),
)
