/** The team and site that a person is viewing. */
import { eq } from 'drizzle-orm'
import { users } from '#app/db/schema/ground.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { findSite, type Site } from './sites.server.ts'
import type { Membership } from '#app/domain/teams/teams.server.ts'

/** Target of a switch: a team by id, or a site together with its team. */
export type SwitchTarget = { team: number } | { site: string }

/**
 * Makes a team or site the person's current one.
 *
 * @throws Refusal `not_found` for one that the person doesn't belong to or can't see
 */
export async function switchTeamOrSite(
  services: Services,
  { userId, memberships }: { userId: number; memberships: readonly Membership[] },
  wanted: SwitchTarget,
): Promise<void> {
  const current = await findSwitchTarget(services, memberships, wanted)
  if (!current) throw new Refusal('not_found', 'Organization or site not found.')

  const changed = { ...current, updatedAt: services.now() }
  await services.db.system.update(users).set(changed).where(eq(users.id, userId))
}

type Current = { currentTeamId: number; currentSiteId: number | null }

async function findSwitchTarget(
  services: Services,
  memberships: readonly Membership[],
  wanted: SwitchTarget,
): Promise<Current | null> {
  if ('team' in wanted) {
    const found = memberships.find(({ scope }) => scope.teamId === wanted.team)
    return found ? { currentTeamId: wanted.team, currentSiteId: null } : null
  }
  const found = await findSiteOf(services, memberships, wanted.site)
  return found && { currentTeamId: found.scope.teamId, currentSiteId: found.site.id }
}

/** A site of any of the person’s teams. Null for one that they can’t see. */
export async function findSiteOf(
  services: Services,
  memberships: readonly Membership[],
  uuid: string,
): Promise<{ scope: SiteScope; site: Site } | null> {
  for (const { scope } of memberships) {
    const found = await findSite(services, scope, uuid)
    if (found) return found
  }
  return null
}
