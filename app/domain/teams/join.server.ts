/** Joining a team through an invitation link. Only for the address it was sent to. */
import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { sites, teamMembers, teams, users } from '#app/db/schema/ground.ts'
import { invitations } from '#app/db/schema/teams.ts'
import { Refusal } from '#app/lib/errors.ts'
import { tokenHash } from '#app/lib/security/tokens.server.ts'
import type { Services } from '#app/services.ts'
import type { InvitedInput } from '#app/domain/accounts/account.ts'
import { accountWithEmail } from '#app/domain/accounts/account-with-email.server.ts'
import { proveAddress } from '#app/domain/accounts/address-proof.server.ts'
import { refuseCommonPassword } from '#app/domain/accounts/common-passwords.server.ts'
import { insertAccount } from '#app/domain/accounts/login/credentials.server.ts'
import type { VerifiedPassword } from '#app/domain/accounts/login/login-proof.server.ts'
import { notifyOfProof } from '#app/domain/accounts/notify-of-proof.server.ts'
import { termsVersionOf } from '#app/domain/accounts/terms.ts'
import { recordAct, type Actor } from './audit.server.ts'
import { hasSeat, seesAllSites, type GivenRole } from './members.ts'
import { countMembers, lockTeam, setMemberSites } from './members.server.ts'

export type OpenInvitation = {
  id: string
  teamId: number
  team: string
  email: string
  role: GivenRole
  /** Null: all sites. */
  siteIds: number[] | null
  /**
   * Whether this address has an account, in which case the person logs in instead of registering.
   */
  hasAccount: boolean
}

/**
 * The invitation of a link; null when it never existed, was revoked or used, or is older than seven
 * days.
 */
export async function findInvitation(
  { db, now }: Services,
  token: string,
): Promise<OpenInvitation | null> {
  const hash = tokenHash(token)
  await db.system
    .delete(invitations)
    .where(and(eq(invitations.tokenHash, hash), lt(invitations.expiresAt, now())))
  const [found] = await db.system
    .select({
      id: invitations.id,
      teamId: invitations.teamId,
      team: teams.name,
      email: invitations.email,
      role: invitations.role,
      siteIds: invitations.siteIds,
      account: users.id,
    })
    .from(invitations)
    .innerJoin(teams, eq(teams.id, invitations.teamId))
    .leftJoin(users, accountWithEmail(invitations.email))
    .where(eq(invitations.tokenHash, hash))
  if (!found) return null
  const { account, ...open } = found
  return { ...open, hasAccount: account !== null }
}

/**
 * Adds the invited person to the team and makes it their current one. Opening the link proves the
 * email address of the account that they are logged in to.
 *
 * @throws Refusal `not_found` when the invitation no longer exists, `conflict` for a member and
 * when the plan has no free seat
 */
export async function acceptInvitation(
  services: Services,
  actor: Actor & { email: string },
  invitation: OpenInvitation,
): Promise<void> {
  if (invitation.email !== actor.email) throw gone()
  const at = services.now()
  await services.db.transaction(async (tx) => {
    await join(tx, { actor, invitation, at })
    const proof = { userId: actor.id, at, by: 'login' } as const
    const removed = await proveAddress(tx, proof)
    await notifyOfProof(tx, services, { ...proof, removed })
  })
}

/**
 * Makes an account with the invitation's address, which the link proves, and the account a member.
 *
 * @throws Refusal as `acceptInvitation` does, `invalid` at a field
 */
export async function registerInvitedAccount(
  { config, db, now, security: { passwords } }: Services,
  invitation: OpenInvitation,
  { name, password }: InvitedInput,
): Promise<VerifiedPassword> {
  const { email } = invitation
  await refuseCommonPassword('password', password, { name, email })
  const passwordHash = await passwords.hash(password)
  const at = now()
  return db.transaction(async (tx) => {
    const account = await insertAccount(tx, {
      name,
      email,
      passwordHash,
      at,
      verifiedAt: at,
      termsVersion: termsVersionOf(config),
    })
    await join(tx, { actor: { id: account.userId }, invitation, at })
    return account
  })
}

/** Declines and deletes the invitation. */
export async function declineInvitation(
  { db, now }: Services,
  actor: Actor & { email: string },
  { id, teamId, email, role }: OpenInvitation,
): Promise<void> {
  if (email !== actor.email) throw gone()
  await db.transaction(async (tx) => {
    await take(tx, id)
    const who = { teamId, actor, at: now() }
    await recordAct(tx, who, { act: 'invitation.declined', details: { role } })
  })
}

type Joining = { actor: Actor; invitation: OpenInvitation; at: Date }

async function join(tx: Queries, { actor, invitation, at }: Joining): Promise<void> {
  const { id, teamId, role, siteIds } = invitation
  await lockTeam(tx, teamId)
  await take(tx, id)
  const { members, limit } = await countMembers(tx, teamId)
  if (!hasSeat(members, limit)) {
    throw new Refusal('conflict', 'This organization’s plan doesn’t allow more members.')
  }

  const seesAll = seesAllSites(role) || siteIds === null
  const userId = actor.id
  const added = await tx
    .insert(teamMembers)
    .values({ teamId, userId, role, seesAllSites: seesAll, createdAt: at })
    .onConflictDoNothing()
    .returning({ userId: teamMembers.userId })
  if (added.length === 0) {
    throw new Refusal('conflict', 'You’re already a member of this organization.')
  }
  await setMemberSites(
    tx,
    { teamId, userId },
    seesAll ? null : await stillThere(tx, teamId, siteIds),
  )
  await tx
    .update(users)
    .set({ currentTeamId: teamId, currentSiteId: null, updatedAt: at })
    .where(eq(users.id, userId))
  await recordAct(tx, { teamId, actor, at }, { act: 'member.joined', details: { role } })
}

/** Deleting the row makes the invitation work once, even for concurrent requests. */
async function take(tx: Queries, id: string): Promise<void> {
  const taken = await tx
    .delete(invitations)
    .where(eq(invitations.id, id))
    .returning({ id: invitations.id })
  if (taken.length === 0) throw gone()
}

/** Sites may have been deleted since the email was sent. */
async function stillThere(tx: Queries, teamId: number, siteIds: readonly number[]) {
  const rows = await tx
    .select({ id: sites.id })
    .from(sites)
    .where(and(eq(sites.teamId, teamId), inArray(sites.id, [...siteIds])))
  return rows.map(({ id }) => id)
}

const gone = () => new Refusal('not_found', 'This invitation no longer exists.')
