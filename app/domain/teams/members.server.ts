/** Members of a team, their roles, and which of its sites they see. */
import { and, asc, count, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { apiTokens, memberSites, sites, teamMembers, teams, users } from '#app/db/schema/ground.ts'
import { sessions, twoFactors } from '#app/db/schema/accounts.ts'
import { listViews } from '#app/db/schema/views.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import type { ListOrder } from '#app/lib/list-order.ts'
import type { Services } from '#app/services.ts'
import { recordAct, type Actor } from './audit.server.ts'
import type { GivenRole, MemberAccess } from './members.ts'
import type { TeamRole, TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { seenSites } from './teams.server.ts'

export type Member = {
  id: number
  name: string
  email: string
  role: TeamRole
  /** Null: all sites. */
  siteIds: number[] | null
  joinedAt: Date
  /** Accurate to an hour; null when the person isn't logged in anywhere. */
  lastSeenAt: Date | null
  hasTwoFactor: boolean
}

/** Sort keys of the list. */
export const memberOrderKeys = ['name', 'role', 'active'] as const
type MemberOrder = ListOrder<(typeof memberOrderKeys)[number]>

type Wanted = {
  /** Null: the owner first, then by date of joining. */
  order: MemberOrder | null
  /** From 1. Absent: all on one. */
  page?: number
}

export const memberPageSize = 50

/** One more than a page has shows that another one follows. */
export async function listMembers(
  { db }: Services,
  team: TeamScope,
  { order, page }: Wanted = { order: null },
): Promise<Member[]> {
  const asked = db.system
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: teamMembers.role,
      siteIds: seenSites,
      joinedAt: teamMembers.createdAt,
      lastSeenAt: sql<string | null>`${lastSeen}`,
      twoFactorSince: twoFactors.confirmedAt,
    })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .leftJoin(twoFactors, eq(twoFactors.userId, users.id))
    .where(inTeam(teamMembers, team))
    .orderBy(...orderOf(order), asc(teamMembers.createdAt), asc(users.id))
  const rows = await (page === undefined
    ? asked
    : asked.limit(memberPageSize + 1).offset((page - 1) * memberPageSize))
  return rows.map(({ lastSeenAt, twoFactorSince, ...member }) => ({
    ...member,
    lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt),
    hasTwoFactor: twoFactorSince !== null,
  }))
}

const lastSeen = sql`(
  select max(${sessions.lastUsedAt}) from ${sessions} where ${sessions.userId} = ${users.id})`

const sortValues: Record<MemberOrder['by'], SQL> = {
  name: sql`lower(${users.name})`,
  // From the most rights to the fewest.
  role: sql`array_position(array['owner', 'admin', 'editor', 'analyst'], ${teamMembers.role}::text)`,
  active: lastSeen,
}

/** People without a session come last in both directions. */
function orderOf(order: MemberOrder | null): SQL[] {
  if (order === null) return [sql`${teamMembers.role} = 'owner' desc`]
  return [sql`${sortValues[order.by]} ${sql.raw(order.isDescending ? 'desc' : 'asc')} nulls last`]
}

/** Who changes a team, and which team. */
export type TeamActor = { actor: Actor; team: TeamScope }

/**
 * Changes a member's role and sites.
 *
 * @throws Refusal `not_found`, `conflict` for the owner and for oneself, `invalid` at the sites
 */
export async function changeMember(
  { db, now }: Services,
  { actor, team }: TeamActor,
  { member, role, siteUuids }: MemberAccess & { member: number },
): Promise<void> {
  const { teamId } = team
  await db.transaction(async (tx) => {
    await lockTeam(tx, teamId)
    await requireOther(tx, { actor, team }, member)
    const siteIds = siteUuids && (await resolveSites(tx, team, siteUuids))
    await tx
      .update(teamMembers)
      .set({ role, seesAllSites: siteIds === null })
      .where(ofMember(teamId, member))
    await setMemberSites(tx, { teamId, userId: member }, siteIds)
    await recordAct(
      tx,
      { teamId, actor, at: now() },
      { act: 'member.changed', details: { member, role, sites: siteIds?.length ?? null } },
    )
  })
}

/**
 * Changes a member's role and keeps the choice of sites: owners and admins see all sites all the
 * same, and someone who is no longer an admin sees the chosen ones again.
 *
 * @returns the role before
 * @throws Refusal `not_found`, `conflict` for the owner and for oneself
 */
export async function changeRole(
  { db, now }: Services,
  { actor, team }: TeamActor,
  { member, role }: { member: number; role: GivenRole },
): Promise<GivenRole> {
  const { teamId } = team
  return db.transaction(async (tx) => {
    await lockTeam(tx, teamId)
    const before = await requireOther(tx, { actor, team }, member)
    await tx.update(teamMembers).set({ role }).where(ofMember(teamId, member))
    const [seen] = await tx
      .select({ siteIds: seenSites })
      .from(teamMembers)
      .where(ofMember(teamId, member))
    await recordAct(
      tx,
      { teamId, actor, at: now() },
      { act: 'member.changed', details: { member, role, sites: seen?.siteIds?.length ?? null } },
    )
    return before
  })
}

/**
 * Removes a member from the team. Revokes the API tokens that the person created for it. Takes
 * effect on their next request.
 *
 * @throws Refusal `not_found`, `conflict` for the owner and for oneself
 */
export async function removeMember(
  { db, now }: Services,
  { actor, team }: TeamActor,
  member: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTeam(tx, team.teamId)
    await requireOther(tx, { actor, team }, member)
    const tokens = await takeOut(tx, team, member)
    const who = { teamId: team.teamId, actor, at: now() }
    await recordAct(tx, who, { act: 'member.removed', details: { member, tokens } })
  })
}

/** @throws Refusal `conflict` for the owner, who has to transfer ownership first */
export async function leaveTeam({ db, now }: Services, { actor, team }: TeamActor): Promise<void> {
  const { teamId } = team
  await db.transaction(async (tx) => {
    await lockTeam(tx, teamId)
    const role = await roleOf(tx, teamId, actor.id)
    if (role === 'owner') {
      throw new Refusal('conflict', 'Transfer ownership before you leave.')
    }
    const tokens = await takeOut(tx, team, actor.id)
    const who = { teamId, actor, at: now() }
    await recordAct(tx, who, { act: 'member.left', details: { tokens } })
  })
}

/**
 * Ends the membership of a person whose store no longer lets them in. Like `leaveTeam` in an open transaction
 * that has locked the team.
 */
export async function endMembership(
  tx: Queries,
  { team, member, at }: { team: TeamScope; member: number; at: Date },
): Promise<void> {
  const tokens = await takeOut(tx, team, member)
  const who = { teamId: team.teamId, actor: { id: member }, at }
  await recordAct(tx, who, { act: 'member.left', details: { tokens } })
}

/**
 * Serializes changes to one team. Before any other row of it, see "Locks" in docs/architecture.md. Rows
 * that refer to the team can still be added.
 */
export async function lockTeam(tx: Queries, teamId: number): Promise<void> {
  await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for('no key update')
}

/** @returns the plan's limit as well; null without one */
export async function countMembers(
  tx: Queries,
  teamId: number,
): Promise<{ members: number; limit: number | null }> {
  const [row] = await tx
    .select({ limit: teams.memberLimit, members: count(teamMembers.userId) })
    .from(teams)
    .leftJoin(teamMembers, eq(teamMembers.teamId, teams.id))
    .where(eq(teams.id, teamId))
    .groupBy(teams.id)
  return row ?? { members: 0, limit: null }
}

/** Null for non-members. */
export async function findRole(
  tx: Queries,
  teamId: number,
  userId: number,
): Promise<TeamRole | null> {
  const [row] = await tx
    .select({ role: teamMembers.role })
    .from(teamMembers)
    .where(ofMember(teamId, userId))
  return row?.role ?? null
}

/** @throws Refusal `not_found` for non-members */
export async function roleOf(tx: Queries, teamId: number, userId: number): Promise<TeamRole> {
  const role = await findRole(tx, teamId, userId)
  if (role) return role
  throw new Refusal('not_found', 'Member not found.')
}

/**
 * The ids of sites of this team.
 *
 * @throws Refusal `invalid` at the sites when one of them doesn't belong to the team
 */
export async function resolveSites(
  tx: Queries,
  team: TeamScope,
  uuids: readonly string[],
): Promise<number[]> {
  const rows = await tx
    .select({ id: sites.id })
    .from(sites)
    .where(and(inTeam(sites, team), inArray(sites.uuid, [...uuids])))
  if (rows.length === new Set(uuids).size) return rows.map(({ id }) => id)
  throw refuseField('sites', 'One of these sites no longer exists. Update your selection.')
}

/** Stores which sites a member sees. @param siteIds null for all */
export async function setMemberSites(
  tx: Queries,
  of: { teamId: number; userId: number },
  siteIds: readonly number[] | null,
): Promise<void> {
  const { teamId, userId } = of
  await tx
    .delete(memberSites)
    .where(and(eq(memberSites.teamId, teamId), eq(memberSites.userId, userId)))
  if (siteIds === null || siteIds.length === 0) return
  await tx.insert(memberSites).values(siteIds.map((siteId) => ({ teamId, userId, siteId })))
}

async function requireOther(
  tx: Queries,
  { actor, team }: TeamActor,
  member: number,
): Promise<GivenRole> {
  const role = await roleOf(tx, team.teamId, member)
  if (role === 'owner') {
    throw new Refusal('conflict', 'The owner can’t be removed. Transfer ownership first.')
  }
  if (member === actor.id)
    throw new Refusal('conflict', 'You can’t change your own role. Ask another admin.')
  return role
}

/** Returns how many API tokens were revoked. */
async function takeOut(tx: Queries, team: TeamScope, userId: number): Promise<number> {
  const { teamId } = team
  await tx.delete(teamMembers).where(ofMember(teamId, userId))
  const ended = await tx
    .delete(apiTokens)
    .where(and(inTeam(apiTokens, team), eq(apiTokens.userId, userId)))
    .returning({ id: apiTokens.id })
  await tx.delete(listViews).where(and(inTeam(listViews, team), eq(listViews.userId, userId)))
  await tx
    .update(users)
    .set({ currentTeamId: null, currentSiteId: null })
    .where(and(eq(users.id, userId), eq(users.currentTeamId, teamId)))
  return ended.length
}

const ofMember = (teamId: number, userId: number) =>
  and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, userId))
