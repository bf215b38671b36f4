/** Which team, and which of its sites, a person looks at. */
import { eq } from 'drizzle-orm'
import { users } from '#app/db/schema/index.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { findSite } from './sites.server.ts'
import type { Membership } from '#app/domain/teams/teams.server.ts'

/** What a person switches to: a team by its number, or a site, which brings its team along. */
export type SwitchTarget = { team: number } | { site: string }

/**
 * Makes a team or a site the person's current one.
 *
 * @throws Refusal `not_found` for one that the person does not belong to or may not see
 */
export async function switchTeamOrSite(
  services: Services,
  { userId, memberships }: { userId: number; memberships: readonly Membership[] },
  wanted: SwitchTarget,
): Promise<void> {
  const current = await findSwitchTarget(services, memberships, wanted)
  if (!current) throw new Refusal('not_found', 'There is no such organization or site.')

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
  for (const { scope } of memberships) {
    const found = await findSite(services, scope, wanted.site)
    if (found) return { currentTeamId: scope.teamId, currentSiteId: found.site.id }
  }
  return null
}
