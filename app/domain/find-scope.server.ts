/**
 * Scopes for work that no request asked for: jobs, sweeps and the command line. They are read from
 * the database, so an outdated id from a job's payload gets none.
 */
import { eq, inArray } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { sites, teams } from '#app/db/schema/ground.ts'
import { provenSite, provenTeam } from './prove-scope.ts'
import type { SiteScope, TeamScope } from './scope.ts'

/** Null: the team no longer exists. */
export async function findTeamScope(queries: Queries, teamId: number): Promise<TeamScope | null> {
  const [row] = await queries.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId))
  return row ? provenTeam(row.id) : null
}

/** Null: the site no longer exists. */
export async function findSiteScope(queries: Queries, siteId: number): Promise<SiteScope | null> {
  return (await readSiteScopes(queries, [siteId])).get(siteId) ?? null
}

/**
 * Runs `work` for each row of a sweep, one after the other, with the scope of the row's site. Rows
 * whose site was deleted in between are skipped.
 */
export async function forEachDueSite<Row extends { siteId: number }>(
  queries: Queries,
  due: readonly Row[],
  work: (site: SiteScope, row: Row) => Promise<void>,
): Promise<void> {
  if (due.length === 0) return
  const scopes = await readSiteScopes(
    queries,
    due.map(({ siteId }) => siteId),
  )
  for (const row of due) {
    const site = scopes.get(row.siteId)
    if (site) await work(site, row)
  }
}

async function readSiteScopes(
  queries: Queries,
  siteIds: readonly number[],
): Promise<ReadonlyMap<number, SiteScope>> {
  const rows = await queries
    .select({ id: sites.id, uuid: sites.uuid, teamId: sites.teamId, timeZone: sites.timeZone })
    .from(sites)
    .where(inArray(sites.id, [...new Set(siteIds)]))
  return new Map(rows.map((row) => [row.id, provenSite(provenTeam(row.teamId), row)]))
}
