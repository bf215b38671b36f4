/** Column types and row policies that tables share. */
import { sql, type SQL } from 'drizzle-orm'
import { bigint, customType, pgPolicy, pgRole, text, timestamp } from 'drizzle-orm/pg-core'
import type { SealedBytes } from '#app/lib/security/secrets.server.ts'

/** Sees the rows of the team in `app.team_id`, and nothing without it. */
export const appRole = pgRole('footfall_app').existing()

/** For login, the public edge and jobs: sees all teams' rows, owns nothing, is no superuser. */
export const systemRole = pgRole('footfall_system').existing()

/** A surrogate key, assigned by the database. */
export const identity = () =>
  bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

/** A reference to another table's surrogate key. */
export const reference = (name: string) => bigint(name, { mode: 'number' })

/**
 * The id that pages receive (app/lib/short-id.ts). Computed by the database, so that events
 * can be joined by it.
 *
 * @param id the column with the UUID
 */
export const shortIdColumn = (id: SQL) =>
  text('short_id')
    .notNull()
    .generatedAlwaysAs(
      sql`translate(encode(decode(right(${id}::text, 12), 'hex'), 'base64'), '+/', '-_')`,
    )

/** A time in UTC, with milliseconds. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * Row-level security of a tenant table. Queries filter by team as well. This is the second lock,
 * for when a query forgets to.
 */
export const tenantPolicies = () => [
  pgPolicy('team_rows', {
    for: 'all',
    to: appRole,
    using: sql`team_id = nullif(current_setting('app.team_id', true), '')::bigint`,
    withCheck: sql`team_id = nullif(current_setting('app.team_id', true), '')::bigint`,
  }),
  pgPolicy('system_rows', { for: 'all', to: systemRole, using: sql`true`, withCheck: sql`true` }),
]

/** Rows that belong to no team: accounts, sessions, limits. Invisible to a team's transaction. */
export const systemPolicies = () => [
  pgPolicy('system_rows', { for: 'all', to: systemRole, using: sql`true`, withCheck: sql`true` }),
]

/**
 * A value that is encrypted at rest. The branded type keeps plain buffers from being stored by
 * mistake.
 */
export const sealed = customType<{ data: SealedBytes; driverData: Buffer }>({
  dataType: () => 'bytea',
})
