/**
 * Proofs that the caller can act for a team or on a site. Guards and look-ups in the database create
 * them, with `prove-scope.ts`.
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
  /** Days of its figures are counted in this zone (app/lib/days/counted-days.ts): `Europe/Berlin`. */
  readonly timeZone: string
}

/** The fields of a scope, which prove nothing. */
export type Unproven<Scope> = Omit<Scope, typeof proven>
