import { boolean, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
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
    /** Like `place`, for a form. */
    form: jsonb('form').$type<PointedForm>(),
    /** Number of suggestions so far. */
    places: smallint('places').notNull().default(0),
  },
  () => systemPolicies(),
)

/** Builds that nodes were started with, and the files that their pages request. */
export const clientBuilds = pgTable(
  'client_builds',
  {
    /** The version that Remix gives a build: a hash of its manifest. */
    id: text('id').primaryKey(),
    /** Names in `client_files`. */
    files: text('files').array().notNull(),
    /** When a node was last started with it. */
    startedAt: moment('started_at').notNull(),
  },
  () => systemPolicies(),
)

/** Files of the browser from these builds, for nodes that run another build. */
export const clientFiles = pgTable(
  'client_files',
  {
    /** Contains a hash of the content, so a name never gets another one. */
    name: text('name').primaryKey(),
    /** The body is compressed with Brotli, as it's served. */
    isBrotli: boolean('is_brotli').notNull(),
    body: bytea('body').notNull(),
  },
  () => systemPolicies(),
)
