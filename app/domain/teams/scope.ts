/** Proofs that the caller may act for a team or on a site. Only guards and the job runner make them. */

declare const proven: unique symbol

/** Who may do what: roles.ts. */
export type TeamRole = 'owner' | 'admin' | 'editor' | 'analyst'

export type TeamScope = {
  readonly teamId: number
  readonly [proven]: true
}

/** A team's scope, narrowed to one of its sites. */
export type SiteScope = TeamScope & {
  readonly siteId: number
  readonly siteUuid: string
}

/** Call it only where membership was just read from the database. */
export function provenTeam(teamId: number): TeamScope {
  const scope: Unproven<TeamScope> = { teamId }
  return scope as TeamScope
}

/** Call it only where the site was just read together with its team. */
export function provenSite(team: TeamScope, { id, uuid }: { id: number; uuid: string }): SiteScope {
  const scope: Unproven<SiteScope> = { teamId: team.teamId, siteId: id, siteUuid: uuid }
  return scope as SiteScope
}

type Unproven<Scope> = Omit<Scope, typeof proven>
