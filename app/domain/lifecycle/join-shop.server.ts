/** Joins a shop to an account that its staff member has: the account takes the place of theirs. */
import { and, eq } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { apiTokens, teamMembers, teams, users } from '#app/db/schema/ground.ts'
import { shops, shopStaff } from '#app/db/schema/shops.ts'
import { auditEntries } from '#app/db/schema/teams.ts'
import { listViews } from '#app/db/schema/views.ts'
import { lockOwner } from '#app/domain/accounts/lock-user.server.ts'
import { notifySecurityEvent } from '#app/domain/accounts/notify-security-event.server.ts'
import {
  confirmPerson,
  requireStillConfirmed,
  type AccountRequester,
} from '#app/domain/accounts/profile/profile.server.ts'
import type { TeamRole } from '#app/domain/scope.ts'
import { consumeJoin, findJoin } from '#app/domain/shops/join-links.server.ts'
import { recordAct } from '#app/domain/teams/audit.server.ts'
import { findRole, lockTeam } from '#app/domain/teams/members.server.ts'
import { roles } from '#app/domain/teams/roles.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'

/** A link, and the password of the account that accepts it. */
export type JoinAnswer = { token: string; joinPassword: string }

/**
 * The person then opens the shop's organization from the shop's admin and with their login. Their
 * rights are those that they had in the shop, or the account's if these are more.
 *
 * Anyone with a shop can make a link, and is logged in as the account that accepts it. So a session isn't
 * enough to accept: the account's password is asked for, and a recent second factor where there is one.
 *
 * @param asker logged in outside of the shop's admin
 * @returns the domain of the shop
 * @throws Refusal `not_found` when the link can't be used any more; as `confirmPerson`
 */
export async function joinShop(
  services: Services,
  asker: AccountRequester,
  { token, joinPassword }: JoinAnswer,
): Promise<string> {
  const { account } = asker
  if (!(await findJoin(services, token))) throw gone()
  const proof = await confirmPerson(services, asker, { joinPassword })
  const at = services.now()
  return services.db.transaction(async (tx) => {
    const join = await consumeJoin(tx, { token, at })
    if (!join) throw gone()
    const { shopId, teamId, staffId } = join
    await lockTeam(tx, teamId)
    await lockOwner(tx, teamId)
    const [staff] = await tx
      .select({
        userId: shopStaff.userId,
        domain: shops.domain,
        hash: users.passwordHash,
      })
      .from(shopStaff)
      .innerJoin(shops, eq(shops.id, shopStaff.shopId))
      .innerJoin(users, eq(users.id, shopStaff.userId))
      .where(and(eq(shopStaff.shopId, shopId), eq(shopStaff.staffId, staffId)))
    const before = staff && (await findRole(tx, teamId, staff.userId))
    if (!before || staff.hash !== null) throw gone()
    await requireStillConfirmed(tx, proof, 'joinPassword')

    const known = await findRole(tx, teamId, account.id)
    const role = higher(before, known)
    await tx
      .insert(teamMembers)
      .values({ teamId, userId: account.id, role, createdAt: at })
      .onConflictDoUpdate({
        target: [teamMembers.teamId, teamMembers.userId],
        set: { role, seesAllSites: true },
      })
    await tx
      .update(teams)
      .set({ ownerId: account.id, updatedAt: at })
      .where(and(eq(teams.id, teamId), eq(teams.ownerId, staff.userId)))
    await tx
      .update(shopStaff)
      .set({ userId: account.id, joinAnsweredAt: at })
      .where(and(eq(shopStaff.shopId, shopId), eq(shopStaff.staffId, staffId)))
    await replaceAccount(tx, { from: staff.userId, to: account.id })
    const who = { teamId, actor: account, at }
    await recordAct(tx, who, { act: 'member.joined', details: { role } })
    await notifySecurityEvent(services, { userId: account.id, event: 'shop-connected' }, tx)
    return staff.domain
  })
}

const higher = (one: TeamRole, other: TeamRole | null): TeamRole =>
  roles.find((role) => role === one || role === other) ?? one

/** Moves the person's history, tokens and views, and deletes the account from the shop. */
async function replaceAccount(
  tx: Queries,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await tx.update(auditEntries).set({ userId: to }).where(eq(auditEntries.userId, from))
  await tx.update(apiTokens).set({ userId: to }).where(eq(apiTokens.userId, from))
  await tx.update(listViews).set({ userId: to }).where(eq(listViews.userId, from))
  await tx.delete(users).where(eq(users.id, from))
}

const gone = () =>
  new Refusal(
    'not_found',
    'This link has expired or was used. Open the app in your shop’s admin to get a new one.',
  )
