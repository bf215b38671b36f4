/**
 * Invitations to a team. Only the SHA-256 of the token in the email is stored. It is valid for
 * seven days and only for the address it was sent to.
 */
import { and, asc, count, eq, gt, lt, ne } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { teamMembers, teams, users } from '#app/db/schema/ground.ts'
import { invitations } from '#app/db/schema/teams.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import { newSessionToken, tokenHash } from '#app/lib/security/tokens.server.ts'
import type { Services } from '#app/services.ts'
import { recordAct } from './audit.server.ts'
import { hasSeat, type MemberAccess, type GivenRole } from './members.ts'
import { countMembers, lockTeam, resolveSites, type TeamActor } from './members.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { teamEmailJobs } from './jobs.ts'
import { dayMillis } from '#app/lib/time.ts'

export const invitationDays = 7
/** Expired invitations can be sent again for so long. */
const keptDays = 30

export type Invitation = {
  id: string
  email: string
  role: GivenRole
  /** Null: all sites. */
  siteIds: number[] | null
  sentAt: Date
  expiresAt: Date
}

/** Pending and expired ones, by email address. */
export async function listInvitations({ db }: Services, team: TeamScope): Promise<Invitation[]> {
  return db.asTeam(team, (tx) =>
    tx
      .select({
        id: invitations.id,
        email: invitations.email,
        role: invitations.role,
        siteIds: invitations.siteIds,
        sentAt: invitations.sentAt,
        expiresAt: invitations.expiresAt,
      })
      .from(invitations)
      .where(inTeam(invitations, team))
      .orderBy(asc(invitations.email)),
  )
}

/** How many of the plan's seats members and pending invitations take. */
export async function readSeats(
  { db, now }: Services,
  team: TeamScope,
): Promise<{ taken: number; limit: number | null }> {
  return db.asTeam(team, (tx) => countSeats(tx, { team, email: '', at: now() }))
}

/** Who invites, and from which network address. */
export type Inviter = TeamActor & { address: string }

/**
 * Invites someone.
 *
 * @throws Refusal `invalid` at a field, or for the form when the plan has no free seat; `too_many`
 */
export async function inviteMember(
  { db, jobs, now, security: { rateLimits } }: Services,
  { actor, team, address }: Inviter,
  { email, role, siteUuids }: MemberAccess & { email: string },
): Promise<void> {
  const { teamId } = team
  const at = now()
  const validateInvitation = async (queries: Queries) => {
    await refuseKnown(queries, { team, email, at })
    await refuseFull(queries, { team, email, at })
    return siteUuids && resolveSites(queries, team, siteUuids)
  }
  // Checked before the attempt is counted, so that refused invitations cost none.
  await validateInvitation(db.system)
  await rateLimits.consume('invitation', email, address)

  await db.transaction(async (tx) => {
    // Locked, because two people may invite at the same time: they count seats one after the other.
    await lockTeam(tx, teamId)
    const siteIds = await validateInvitation(tx)
    const row = { role, siteIds, invitedBy: actor.id, createdAt: at, ...freshLink(at) }
    const [stored] = await tx
      .insert(invitations)
      .values({ teamId, email, ...row })
      // Only an expired one can still exist.
      .onConflictDoUpdate({ target: [invitations.teamId, invitations.email], set: row })
      .returning({ id: invitations.id })
    if (!stored) throw new Error('The invitation was not stored.')
    const details = { invitation: stored.id, role }
    await recordAct(tx, { teamId, actor, at }, { act: 'member.invited', details })
    await jobs.send(teamEmailJobs.invitation, { invitationId: stored.id }, tx)
  })
}

/**
 * Sends the email again and invalidates the previous link.
 *
 * @throws Refusal `not_found`, `too_many`, `invalid` for the form when the plan has no free seat
 */
export async function resendInvitation(
  { db, jobs, now, security: { rateLimits } }: Services,
  { actor, team, address }: Inviter,
  id: string,
): Promise<{ email: string }> {
  const { teamId } = team
  const at = now()
  const { email, role } = await requireInvitation(db.system, team, id)
  await refuseFull(db.system, { team, email, at })
  await rateLimits.consume('invitation', email, address)

  return db.transaction(async (tx) => {
    await lockTeam(tx, teamId)
    await requireInvitation(tx, team, id)
    await refuseFull(tx, { team, email, at })
    await tx.update(invitations).set(freshLink(at)).where(eq(invitations.id, id))
    const details = { invitation: id, role }
    await recordAct(tx, { teamId, actor, at }, { act: 'member.invited_again', details })
    await jobs.send(teamEmailJobs.invitation, { invitationId: id }, tx)
    return { email }
  })
}

/** Revokes an invitation, which invalidates its link. @throws Refusal `not_found` */
export async function revokeInvitation(
  { db, now }: Services,
  { actor, team }: TeamActor,
  id: string,
): Promise<void> {
  await db.asTeam(team, async (tx) => {
    const { role } = await requireInvitation(tx, team, id)
    await tx.delete(invitations).where(and(inTeam(invitations, team), eq(invitations.id, id)))
    const who = { teamId: team.teamId, actor, at: now() }
    await recordAct(tx, who, { act: 'invitation.revoked', details: { role } })
  })
}

/** Data for the email; null when the invitation has been revoked or has expired. */
export async function createInvitationLink(
  { db, config, now }: Services,
  id: string,
): Promise<{ email: string; team: string; inviter: string | null; link: string } | null> {
  const token = newSessionToken()
  const [open] = await db.system
    .update(invitations)
    .set({ tokenHash: tokenHash(token) })
    .where(and(eq(invitations.id, id), gt(invitations.expiresAt, now())))
    .returning({
      email: invitations.email,
      teamId: invitations.teamId,
      invitedBy: invitations.invitedBy,
    })
  if (!open) return null

  const [named] = await db.system
    .select({ team: teams.name, inviter: users.name })
    .from(teams)
    .leftJoin(users, eq(users.id, open.invitedBy ?? 0))
    .where(eq(teams.id, open.teamId))
  if (!named) return null
  return { ...named, email: open.email, link: `${config.appUrl}/auth/register?invitation=${token}` }
}

/** Removes expired ones that no one sent again. Called by a job. */
export async function sweepInvitations({ db, now }: Services): Promise<void> {
  const oldest = new Date(now().getTime() - keptDays * dayMillis)
  await db.system.delete(invitations).where(lt(invitations.expiresAt, oldest))
}

/** @param email an address that isn't counted */
async function countSeats(
  tx: Queries,
  { team, email, at }: Asked,
): Promise<{ taken: number; limit: number | null }> {
  const { members, limit } = await countMembers(tx, team.teamId)
  const [open] = await tx
    .select({ total: count() })
    .from(invitations)
    .where(
      and(inTeam(invitations, team), gt(invitations.expiresAt, at), ne(invitations.email, email)),
    )
  return { taken: members + (open?.total ?? 0), limit }
}

type Asked = { team: TeamScope; email: string; at: Date }

async function refuseFull(tx: Queries, { team, email, at }: Asked): Promise<void> {
  const { taken, limit } = await countSeats(tx, { team, email, at })
  if (hasSeat(taken, limit)) return
  throw refuseField('', 'Your current plan doesn’t allow more members. Upgrade to invite more.')
}

async function refuseKnown(tx: Queries, { team, email, at }: Asked): Promise<void> {
  const [member] = await tx
    .select({ id: users.id })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(and(inTeam(teamMembers, team), eq(users.email, email)))
  if (member) throw refuseField('email', 'This person is already a member.')

  const [open] = await tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(
      and(inTeam(invitations, team), eq(invitations.email, email), gt(invitations.expiresAt, at)),
    )
  if (open) throw refuseField('email', 'This address has already been invited.')
}

async function requireInvitation(
  tx: Queries,
  team: TeamScope,
  id: string,
): Promise<{ email: string; role: GivenRole }> {
  const [row] = await tx
    .select({ email: invitations.email, role: invitations.role })
    .from(invitations)
    .where(and(inTeam(invitations, team), eq(invitations.id, id)))
  if (row) return row
  throw new Refusal('not_found', 'Invitation not found.')
}

/** A hash without a known token. The job that sends the link replaces it. */
const freshLink = (at: Date) => ({
  tokenHash: tokenHash(newSessionToken()),
  sentAt: at,
  expiresAt: new Date(at.getTime() + invitationDays * dayMillis),
})
