/** Column shapes and row policies that every table shares. */
import { sql } from 'drizzle-orm'
import { bigint, customType, pgPolicy, pgRole, timestamp } from 'drizzle-orm/pg-core'
import type { SealedBytes } from '#app/lib/security/secrets.server.ts'

/** Sees the rows of one team, named by `app.team_id`; without a name it sees nothing. */
export const appRole = pgRole('footfall_app').existing()

/** Sign-in, the public edge and jobs: sees every team's rows, owns nothing, is no superuser. */
export const systemRole = pgRole('footfall_system').existing()

/** A surrogate key made by the database. */
export const identity = () =>
  bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

/** A reference to another table's surrogate key. */
export const reference = (name: string) => bigint(name, { mode: 'number' })

/** A moment in UTC, with milliseconds. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * Row-level security of a tenant table. The queries carry the team as well: this is the second
 * lock, and it holds when the first one is forgotten.
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

/** Rows that belong to no team: accounts, sessions, limits. A team's transaction can't see them. */
export const systemPolicies = () => [
  pgPolicy('system_rows', { for: 'all', to: systemRole, using: sql`true`, withCheck: sql`true` }),
]

/** A value that is encrypted at rest. Its type is branded: a plain buffer can't be stored by mistake. */
export const sealed = customType<{ data: SealedBytes; driverData: Buffer }>({
  dataType: () => 'bytea',
})
