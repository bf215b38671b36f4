/**
 * Creates scopes. Only the files in `.config/scope-provers.cjs` can import this, and that list only
 * shrinks: everything else gets its scope from a guard, or from `find-scope.server.ts`.
 */
import type { SiteScope, TeamScope, Unproven } from './scope.ts'

/** Call only right after the team, or a membership of it, was read from the database. */
export function provenTeam(teamId: number, siteIds: readonly number[] | null = null): TeamScope {
  const scope: Unproven<TeamScope> = { teamId, siteIds }
  return scope as TeamScope
}

/** Call only right after the site was read together with its team. */
export function provenSite(
  team: TeamScope,
  { id, uuid, timeZone }: { id: number; uuid: string; timeZone: string },
): SiteScope {
  const { teamId, siteIds } = team
  const scope: Unproven<SiteScope> = { teamId, siteIds, siteId: id, siteUuid: uuid, timeZone }
  return scope as SiteScope
}
