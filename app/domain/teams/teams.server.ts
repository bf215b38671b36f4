/** Teams (organizations on screens) and their members. */
import { asc, eq, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { memberSites, teamMembers, teams, users } from '#app/db/schema/ground.ts'
import type { Services } from '#app/services.ts'
import { recordAct, type Actor } from './audit.server.ts'
import { provenTeam } from '#app/domain/prove-scope.ts'
import type { TeamRole, TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { PlanColumns } from '#app/domain/plans/change-plan.server.ts'
import { slugOf, type CreateTeamInput } from './team.ts'

/** A person's membership in a team. The scope contains the sites that they see. */
export type Membership = {
  scope: TeamScope
  name: string
  slug: string
  role: TeamRole
  /** Id in `photos` of the team's logo. */
  photoId: string | null
  /** Since when, and why, staff suspended it. Null: they didn't. */
  suspension: { at: Date; notice: string | null } | null
}

/**
 * The site ids that a row of `team_members` gives access to. Null: all. Owners and admins see all
 * sites, since they could assign each site to themselves anyway.
 */
export const seenSites = sql<number[] | null>`case
  when ${teamMembers.seesAllSites} or ${teamMembers.role} in ('owner', 'admin') then null
  else (select coalesce(json_agg(${memberSites.siteId} order by ${memberSites.siteId}), '[]')
        from ${memberSites}
        where ${memberSites.teamId} = ${teamMembers.teamId}
          and ${memberSites.userId} = ${teamMembers.userId}) end`

/** A person's memberships, oldest first. */
export async function listMemberships({ db }: Services, userId: number): Promise<Membership[]> {
  const rows = await db.system
    .select({
      teamId: teams.id,
      name: teams.name,
      slug: teams.slug,
      photoId: teams.photoId,
      suspendedAt: teams.suspendedAt,
      notice: teams.suspensionNotice,
      role: teamMembers.role,
      siteIds: seenSites,
    })
    .from(teamMembers)
    .innerJoin(teams, eq(teams.id, teamMembers.teamId))
    .where(eq(teamMembers.userId, userId))
    .orderBy(asc(teamMembers.createdAt), asc(teams.id))
  return rows.map(({ teamId, siteIds, suspendedAt, notice, ...named }) => ({
    ...named,
    suspension: suspendedAt && { at: suspendedAt, notice },
    scope: provenTeam(teamId, siteIds),
  }))
}

/** Creates a team with its owner as the first member, and makes it their current one. */
export async function createTeam(
  { db, now }: Services,
  owner: Actor,
  { name }: CreateTeamInput,
): Promise<TeamScope> {
  const at = now()
  return db.transaction((tx) => insertTeam(tx, { owner, name, at }))
}

type NewTeam = { owner: Actor; name: string; at: Date; plan?: PlanColumns }

/** The same in an open transaction. @param plan columns of the plan; absent: the free one for cards */
export async function insertTeam(
  tx: Queries,
  { owner, name, at, plan = {} }: NewTeam,
): Promise<TeamScope> {
  const userId = owner.id
  const [team] = await tx
    .insert(teams)
    .values({
      ownerId: userId,
      name,
      slug: slugOf(name),
      createdAt: at,
      updatedAt: at,
      ...plan,
    })
    .returning({ id: teams.id })
  if (!team) throw new Error('The team was not stored.')
  await tx.insert(teamMembers).values({ teamId: team.id, userId, role: 'owner', createdAt: at })
  await tx
    .update(users)
    .set({ currentTeamId: team.id, currentSiteId: null, updatedAt: at })
    .where(eq(users.id, userId))
  const who = { teamId: team.id, actor: owner, at }
  await recordAct(tx, who, { act: 'team.created', details: {} })
  return provenTeam(team.id)
}

/** Keeps the slug, so that stored URLs still work. */
export async function renameTeam(
  { db, now }: Services,
  { actor, team }: { actor: Actor; team: TeamScope },
  { name }: CreateTeamInput,
): Promise<void> {
  const at = now()
  await db.asTeam(team, async (tx) => {
    await tx.update(teams).set({ name, updatedAt: at }).where(inTeam(teams, team))
    await recordAct(
      tx,
      { teamId: team.teamId, actor, at },
      { act: 'team.renamed', details: { name } },
    )
  })
}
