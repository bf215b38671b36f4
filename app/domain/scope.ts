/** Proofs that the caller may act for a team or on a site. Only guards and the job runner make them. */

declare const proven: unique symbol

/** Who may do what: roles.ts. */
export type TeamRole = 'owner' | 'admin' | 'editor' | 'analyst'

export type TeamScope = {
  readonly teamId: number
  /** The team's sites that the caller may see. Null: all of them. */
  readonly siteIds: readonly number[] | null
  readonly [proven]: true
}

/** A team's scope, narrowed to one of its sites. */
export type SiteScope = TeamScope & {
  readonly siteId: number
  readonly siteUuid: string
}

/** Call it only where membership was just read from the database. */
export function provenTeam(teamId: number, siteIds: readonly number[] | null = null): TeamScope {
  const scope: Unproven<TeamScope> = { teamId, siteIds }
  return scope as TeamScope
}

/** Call it only where the site was just read together with its team. */
export function provenSite(team: TeamScope, { id, uuid }: { id: number; uuid: string }): SiteScope {
  const { teamId, siteIds } = team
  const scope: Unproven<SiteScope> = { teamId, siteIds, siteId: id, siteUuid: uuid }
  return scope as SiteScope
}

type Unproven<Scope> = Omit<Scope, typeof proven>
