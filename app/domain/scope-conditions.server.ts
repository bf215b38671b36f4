/**
 * Restricts a query to the rows of a scope. Row-level security does so as well inside of `asTeam`;
 * these conditions also hold without it.
 */
import { eq, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { sites, teams } from '#app/db/schema/ground.ts'
import type { SiteScope, TeamScope } from './scope.ts'

type Id = AnyPgColumn<{ data: number }>
type TeamTable = PgTable & { readonly teamId: Id }
type SiteTable = TeamTable & { readonly siteId: Id }

/**
 * The team's rows; of `teams` its one row. In a raw statement too, if that calls the table by its
 * name.
 */
export const inTeam = (table: TeamTable | typeof teams, { teamId }: TeamScope): SQL =>
  eq('teamId' in table ? table.teamId : table.id, teamId)

/** The site's rows; of `sites` its one row. In a raw statement too, like `inTeam`. */
export const inSite = (table: SiteTable | typeof sites, site: SiteScope): SQL =>
  sql`(${inTeam(table, site)} and ${eq('siteId' in table ? table.siteId : table.id, site.siteId)})`
