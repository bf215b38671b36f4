/** The websites of a team. */
import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { sites, users } from '#app/db/schema/ground.ts'
import { isUniqueViolation } from '#app/lib/database-errors.ts'
import { refuseField } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { recordAct, type Actor } from '#app/domain/teams/audit.server.ts'
import { lockTeam } from '#app/domain/teams/members.server.ts'
import { findEntitlements } from '#app/domain/plans/team-plan.server.ts'
import { provenSite } from '#app/domain/prove-scope.ts'
import type { SiteScope, TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { CreateSiteInput } from './site.ts'

export type Site = {
  id: number
  uuid: string
  name: string
  url: string
  pixelSeenAt: Date | null
  /** When the kill switch was turned on; null: it is off. */
  pausedAt: Date | null
  /** Identity in categories.ts. */
  category: string | null
  timeZone: string
  /** Id in `photos`. */
  logoId: string | null
}

const columns = {
  id: sites.id,
  uuid: sites.uuid,
  name: sites.name,
  url: sites.url,
  pixelSeenAt: sites.pixelSeenAt,
  pausedAt: sites.pausedAt,
  category: sites.category,
  timeZone: sites.timeZone,
  logoId: sites.logoId,
}

/** The team's sites that the caller can see, oldest first. */
export async function listSites({ db }: Services, team: TeamScope): Promise<Site[]> {
  return db.asTeam(team, (tx) =>
    tx.select(columns).from(sites).where(seenBy(team)).orderBy(asc(sites.id)),
  )
}

const seenBy = (team: TeamScope): SQL | undefined =>
  and(inTeam(sites, team), team.siteIds === null ? undefined : inArray(sites.id, [...team.siteIds]))

/** One site of the team. Null also for a site that the caller can't see. */
export async function findSite(
  { db }: Services,
  team: TeamScope,
  uuid: string,
): Promise<{ scope: SiteScope; site: Site } | null> {
  const [site] = await db.asTeam(team, (tx) =>
    tx
      .select(columns)
      .from(sites)
      .where(and(seenBy(team), eq(sites.uuid, uuid))),
  )
  return site ? { scope: provenSite(team, site), site } : null
}

/**
 * Adds a site with the default options and makes it the person's current one. `actor` includes the
 * staff member during impersonation.
 *
 * @throws Refusal `invalid` at the url field when the team has this site already, and for the form
 * when the plan has no room for another
 */
export async function createSite(
  { db, now }: Services,
  { team, userId, actor }: { team: TeamScope; userId: number; actor?: Actor },
  { name, url }: CreateSiteInput,
): Promise<SiteScope> {
  const at = now()
  try {
    return await db.transaction(async (tx) => {
      await refuseSiteBeyondPlan(tx, team)
      const who = { team, actor: actor ?? { id: userId }, userId, at }
      return insertSite(tx, who, { name, url })
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'sites_team_id_url_key')) throw error
    throw refuseField('url', 'Your organization already has this site.')
  }
}

/**
 * Locks the team, so that concurrent requests are counted one after the other.
 *
 * @throws Refusal `invalid` for the form when the plan has no room for another site
 */
export async function refuseSiteBeyondPlan(tx: Queries, team: TeamScope): Promise<void> {
  await lockTeam(tx, team.teamId)
  const { siteLimit } = await findEntitlements(tx, team)
  if (siteLimit === null || (await tx.$count(sites, inTeam(sites, team))) < siteLimit) return
  const noun = siteLimit === 1 ? 'site' : 'sites'
  throw refuseField('', `Your plan includes ${String(siteLimit)} ${noun}. Upgrade to add another.`)
}

type SiteCreation = { team: TeamScope; userId: number; actor: Actor; at: Date }

type NewSite = CreateSiteInput & { timeZone?: string }

/** `createSite` in an open transaction, where a site with the same URL violates `sites_team_id_url_key`. */
export async function insertSite(
  tx: Queries,
  { team, userId, actor, at }: SiteCreation,
  site: NewSite,
): Promise<SiteScope> {
  const { teamId } = team
  const [row] = await tx
    .insert(sites)
    .values({ ...site, teamId, createdAt: at, updatedAt: at })
    .returning({ id: sites.id, uuid: sites.uuid, timeZone: sites.timeZone })
  if (!row) throw new Error('The site was not stored.')
  await tx
    .update(users)
    .set({ currentTeamId: teamId, currentSiteId: row.id, updatedAt: at })
    .where(eq(users.id, userId))
  await recordAct(tx, { teamId, actor, at }, { act: 'site.created', details: { name: site.name } })
  return provenSite(team, row)
}
