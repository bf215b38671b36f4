/**
 * Proofs that the caller can act for a team or on a site. Created only by guards and the job
 * runner.
 */

declare const proven: unique symbol

/** For the rights of each role see roles.ts. */
export type TeamRole = 'owner' | 'admin' | 'editor' | 'analyst'

export type TeamScope = {
  readonly teamId: number
  /** The team's sites that the caller can see. Null: all of them. */
  readonly siteIds: readonly number[] | null
  readonly [proven]: true
}

/** A team scope narrowed to one of its sites. */
export type SiteScope = TeamScope & {
  readonly siteId: number
  readonly siteUuid: string
}

/** Call only right after membership was read from the database. */
export function provenTeam(teamId: number, siteIds: readonly number[] | null = null): TeamScope {
  const scope: Unproven<TeamScope> = { teamId, siteIds }
  return scope as TeamScope
}

/** Call only right after the site was read together with its team. */
export function provenSite(team: TeamScope, { id, uuid }: { id: number; uuid: string }): SiteScope {
  const { teamId, siteIds } = team
  const scope: Unproven<SiteScope> = { teamId, siteIds, siteId: id, siteUuid: uuid }
  return scope as SiteScope
}

type Unproven<Scope> = Omit<Scope, typeof proven>
