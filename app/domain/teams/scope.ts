/** Proofs that the caller may act for a team or on a site. Only guards and the job runner make them. */

declare const proven: unique symbol

export type TeamRole = 'owner' | 'member'

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
export const provenTeam = (teamId: number) => ({ teamId }) as TeamScope

/** Call it only where the site was just read together with its team. */
export const provenSite = (team: TeamScope, site: { id: number; uuid: string }) =>
  ({ ...team, siteId: site.id, siteUuid: site.uuid }) as SiteScope
