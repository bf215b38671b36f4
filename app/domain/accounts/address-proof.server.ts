/**
 * The only place where the email address of an account becomes proven, and the end of everything that
 * could open the account before. Anyone can register with a stranger's address, so any
 * earlier access may be a way in that the address's owner doesn't know of (decision 5).
 */
import { and, count, eq, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { passkeyChallenges, passkeys, passwordResets, twoFactors } from '#app/db/schema/accounts.ts'
import { oauthApprovals } from '#app/db/schema/connections.ts'
import { apiTokens, teamMembers, teams, users } from '#app/db/schema/ground.ts'
import { invitations } from '#app/db/schema/teams.ts'
import { webhookEndpoints } from '#app/db/schema/webhooks.ts'
import type { RemovedAccess, RemovedKind } from './jobs.ts'
import { endShopLogins } from './end-shop-logins.server.ts'
import { lockUser } from './lock-user.server.ts'
import { endSessions } from './login/sessions.server.ts'
import { removeTwoFactor } from './two-factor/two-factor.server.ts'

type AddressProof = {
  userId: number
  at: Date
  /**
   * `login`: someone who is logged in to the account and got its email. `mailbox`: someone who got the
   * email, or for whom staff vouch, and who may never have seen the account.
   */
  by: 'login' | 'mailbox'
}

/**
 * Marks the account's address as proven. The first time, everything ends that could open the account
 * before. Later proofs change nothing.
 *
 * @param tx the transaction of the proof
 * @returns the removed access that the person has to be notified of
 */
export async function proveAddress(tx: Queries, proof: AddressProof): Promise<RemovedAccess[]> {
  const { userId, at } = proof
  const proven = await tx
    .update(users)
    .set({ emailVerifiedAt: at, updatedAt: at })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
    .returning({ id: users.id })
  return proven.length === 0 ? [] : endEarlierAccess(tx, proof)
}

type NewAddress = AddressProof & {
  from: string
  to: string
  /** When `from` was proven, as the link was checked against; null: it wasn't. */
  provenAt: Date | null
  /** The account's, as the link was checked against. */
  passwordHash: string | null
}

/**
 * Replaces the address by one that the person proves. Links to a new password were sent to
 * the old one, which may be someone else's by now, so they end.
 *
 * @returns as `proveAddress`; null when the address isn't the old one any more, or was proven or got a
 * new password since
 */
export async function replaceAddress(
  tx: Queries,
  { userId, from, to, provenAt, passwordHash, at, by }: NewAddress,
): Promise<RemovedAccess[] | null> {
  const before = await lockUser(tx, userId)
  if (before?.email !== from || before.passwordHash !== passwordHash) return null
  if (before.verifiedAt?.getTime() !== provenAt?.getTime()) return null
  await tx
    .update(users)
    .set({ email: to, emailVerifiedAt: at, updatedAt: at })
    .where(eq(users.id, userId))
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId))
  return before.verifiedAt ? [] : endEarlierAccess(tx, { userId, at, by })
}

async function endEarlierAccess(
  tx: Queries,
  { userId, at, by }: AddressProof,
): Promise<RemovedAccess[]> {
  const removed = await endLoginMethods(tx, userId)
  if (by === 'mailbox') {
    await endSessions(tx, { userId, at })
    removed.push(...(await endAccessWithoutLogin(tx, userId)))
  }
  return removed.filter((kind) => kind.count > 0)
}

/** None can be set up before the address is proven, so the person who did nothing wrong loses nothing. */
async function endLoginMethods(tx: Queries, userId: number): Promise<RemovedAccess[]> {
  const [factors] = await tx
    .select({ on: count() })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.confirmedAt)))
  // With its recovery codes, and with pending logins.
  await removeTwoFactor(tx, userId)
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId))
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId))
  const keys = await tx
    .delete(passkeys)
    .where(eq(passkeys.userId, userId))
    .returning({ id: passkeys.id })
  return [removedOf('passkeys', keys), { kind: 'two-factor', count: factors?.on ?? 0 }]
}

/** Ends access that works without the password, and so survives a new one. */
async function endAccessWithoutLogin(tx: Queries, userId: number): Promise<RemovedAccess[]> {
  const tokens = await tx
    .delete(apiTokens)
    .where(eq(apiTokens.userId, userId))
    .returning({ id: apiTokens.id })
  const sent = await tx
    .delete(invitations)
    .where(eq(invitations.invitedBy, userId))
    .returning({ id: invitations.id })
  await tx.delete(oauthApprovals).where(eq(oauthApprovals.userId, userId))
  const numbers = await tx
    .update(users)
    .set({ countryCode: null, phone: null, phoneVerifiedAt: null })
    .where(and(eq(users.id, userId), or(isNotNull(users.phone), isNotNull(users.phoneVerifiedAt))))
    .returning({ id: users.id })
  return [
    removedOf('api-tokens', tokens),
    removedOf('invitations', sent),
    removedOf('phone', numbers),
    ...(await endEarlierShopLogins(tx, userId)),
  ]
}

/**
 * A shop's staff member comes in by the shop's admin. Without a password that is the only way into the
 * account, and the shop system made it for that person, so it stays. Otherwise the shop may be anyone's,
 * and so may everyone in its organization: staff became members by visiting the shop's admin, and may have
 * invited others. They go as well, with the webhooks by which they would go on receiving what happens on
 * its sites, and with no member left from the shop, none is added again (install-shop.server.ts).
 */
async function endEarlierShopLogins(tx: Queries, userId: number): Promise<RemovedAccess[]> {
  const teamIds = await endShopLogins(tx, { userId })
  const logins = removedOf('shop-logins', teamIds)
  return teamIds.length === 0 ? [logins] : [logins, ...(await removeOthers(tx, userId, teamIds))]
}

/** All members of the person's own organizations: in someone else's, the person is the guest. */
async function removeOthers(
  tx: Queries,
  userId: number,
  ofShops: readonly number[],
): Promise<RemovedAccess[]> {
  const owned = await tx
    .select({ id: teams.id })
    .from(teams)
    .where(and(inArray(teams.id, ofShops), eq(teams.ownerId, userId)))
  const teamIds = owned.map(({ id }) => id)
  const isOfOther = (table: typeof teamMembers | typeof apiTokens) =>
    and(inArray(table.teamId, teamIds), ne(table.userId, userId))
  await tx.delete(apiTokens).where(isOfOther(apiTokens))
  await tx.delete(invitations).where(inArray(invitations.teamId, teamIds))
  const members = await tx
    .delete(teamMembers)
    .where(isOfOther(teamMembers))
    .returning({ userId: teamMembers.userId })
  const webhooks = await tx
    .delete(webhookEndpoints)
    .where(inArray(webhookEndpoints.teamId, teamIds))
    .returning({ id: webhookEndpoints.id })
  return [removedOf('members', members), removedOf('webhooks', webhooks)]
}

const removedOf = (kind: RemovedKind, rows: readonly unknown[]): RemovedAccess => ({
  kind,
  count: rows.length,
})
