/** Actions of the owner only: transferring and deleting the team. Both require the password. */
import { and, eq } from 'drizzle-orm'
import type { Queries, Transaction } from '#app/db/db.ts'
import { teamMembers, teams, users } from '#app/db/schema/ground.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import {
  confirmPerson,
  requireStillConfirmed,
  type AccountRequester,
} from '#app/domain/accounts/profile/profile.server.ts'
import { endSubscriptionsElsewhere } from '#app/domain/billing/end-subscriptions.server.ts'
import { ownerChangedJob } from '#app/domain/billing/jobs.ts'
import { sendIfServed } from '#app/domain/billing/stored/send-if-served.server.ts'
import { leaveServicesOfTeam } from '#app/domain/connections/manage-connections.server.ts'
import { recordAct, type Actor } from '#app/domain/teams/audit.server.ts'
import { eraseTeamRows } from './erase-team.server.ts'
import { lockTeam, roleOf, setMemberSites } from '#app/domain/teams/members.server.ts'
import type { TeamRole, TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { teamEmailJobs } from '#app/domain/teams/jobs.ts'
import type { Membership } from '#app/domain/teams/teams.server.ts'

/** The owner, and their network address. */
export type OwnerRequest = AccountRequester & { team: Membership }

/**
 * Makes a member the owner and notifies them by email. The previous owner becomes an admin.
 *
 * @throws Refusal `invalid` at a field, `too_many`
 */
export async function transferTeam(
  services: Services,
  { account, address, team }: OwnerRequest,
  { member, transferPassword }: { member: number; transferPassword: string },
): Promise<void> {
  if (member === account.id) throw refuseField('member', 'You’re already the owner.')
  const proof = await confirmPerson(services, { account, address }, { transferPassword })

  const { teamId } = team.scope
  const at = services.now()
  await services.db.transaction(async (tx) => {
    await lockTeam(tx, teamId)
    await requireStillConfirmed(tx, proof, 'transferPassword')
    await requireOwner(tx, teamId, account.id)
    await changeOwner(tx, services, {
      team: team.scope,
      from: account.id,
      to: member,
      actor: account,
      at,
    })
    await services.jobs.send(teamEmailJobs.ownership, { teamId, userId: member }, tx)
  })
}

type OwnerChange = { team: TeamScope; from: number; to: number; actor: Actor; at: Date }

/**
 * Makes a member the owner, and the previous owner an admin. The team is locked, and `from` is its
 * owner.
 *
 * @throws Refusal `not_found` when `to` is no member
 */
export async function changeOwner(
  tx: Transaction,
  services: Services,
  { team, from, to, actor, at }: OwnerChange,
): Promise<void> {
  const { teamId } = team
  // Throws for non-members.
  await roleOf(tx, teamId, to)
  await setRole(tx, { teamId, userId: from }, 'admin')
  await setRole(tx, { teamId, userId: to }, 'owner')
  await setMemberSites(tx, { teamId, userId: to }, null)
  await tx.update(teams).set({ ownerId: to, updatedAt: at }).where(inTeam(teams, team))
  await recordAct(tx, { teamId, actor, at }, { act: 'team.transferred', details: { member: to } })
  await sendIfServed(tx, services, [ownerChangedJob, { teamId }])
}

/**
 * Deletes the team with everything that belongs to it, once its name was typed. Services of its sites are
 * asked to send nothing more, and get their approvals back, as far as they can be reached.
 *
 * @throws Refusal `invalid` at a field, `too_many`; `unavailable` or `conflict` as
 * `endSubscriptionsElsewhere`
 */
export async function deleteTeam(
  services: Services,
  { account, address, team }: OwnerRequest,
  { name, deletePassword }: { name: string; deletePassword: string },
): Promise<void> {
  if (name !== team.name) throw refuseField('name', 'That doesn’t match the organization name.')
  const proof = await confirmPerson(services, { account, address }, { deletePassword })

  const { teamId } = team.scope
  await services.db.transaction(async (tx) => {
    await requireStillConfirmed(tx, proof, 'deletePassword')
    await requireOwner(tx, teamId, account.id)
  })
  await endSubscriptionsElsewhere(services, team.scope)
  // Not in a transaction, which would wait for the services.
  await leaveServicesOfTeam(services, team.scope)
  await services.db.longTransaction(async (tx) => {
    await lockTeam(tx, teamId)
    await requireStillConfirmed(tx, proof, 'deletePassword')
    await requireOwner(tx, teamId, account.id)
    await eraseTeamRows(tx, services, teamId)
  })
}

/**
 * Data for the email to the new owner; null when the team no longer exists or was transferred
 * again.
 */
export async function readOwnership(
  { db }: Services,
  { teamId, userId }: { teamId: number; userId: number },
): Promise<{ email: string; team: string } | null> {
  const [row] = await db.system
    .select({ email: users.email, team: teams.name })
    .from(teams)
    .innerJoin(users, eq(users.id, teams.ownerId))
    .where(and(eq(teams.id, teamId), eq(teams.ownerId, userId)))
  return row ?? null
}

/** The team may have been transferred in another tab since the guard checked. */
async function requireOwner(tx: Queries, teamId: number, userId: number): Promise<void> {
  if ((await roleOf(tx, teamId, userId)) === 'owner') return
  throw new Refusal('forbidden', 'You no longer own this organization.')
}

async function setRole(
  tx: Queries,
  of: { teamId: number; userId: number },
  role: TeamRole,
): Promise<void> {
  await tx
    .update(teamMembers)
    .set({ role, seesAllSites: true })
    .where(and(eq(teamMembers.teamId, of.teamId), eq(teamMembers.userId, of.userId)))
}
