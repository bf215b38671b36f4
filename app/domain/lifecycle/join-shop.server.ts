/** Joins a shop to an account that its staff member has: the account takes the place of theirs. */
import { and, eq } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { apiTokens, teamMembers, teams, users } from '#app/db/schema/ground.ts'
import { shopStaff } from '#app/db/schema/accounts.ts'
import { shops } from '#app/db/schema/shops.ts'
import { auditEntries } from '#app/db/schema/teams.ts'
import { listViews } from '#app/db/schema/views.ts'
import type { Account } from '#app/domain/accounts/account.ts'
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
import { isReturnToken } from '#app/domain/shops/return-links.server.ts'
import { findRole, lockTeam } from '#app/domain/teams/members.server.ts'
import { roles } from '#app/domain/teams/roles.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'

/** A link, and the password of the account that accepts it. */
export type JoinAnswer = { token: string; joinPassword: string }

/**
 * The person then opens the shop's organization from the shop's admin and with their login. Their
 * rights are those that they had in the shop, or the account's if these are more. The link of someone who
 * comes back (return-links.server.ts) is for members of the organization, and changes no rights.
 *
 * Anyone with a shop can make a link, and is logged in as the account that accepts it. So a session isn't
 * enough to accept: the account's password is asked for, and a recent second factor where there is one.
 *
 * @param asker logged in outside of the shop's admin
 * @returns the domain of the shop
 * @throws Refusal `not_found` when the link can't be used any more, `forbidden` when it's for members;
 * as `confirmPerson`
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
    const [shop] = await tx.select({ domain: shops.domain }).from(shops).where(eq(shops.id, shopId))
    const [staff] = await tx
      .select({
        userId: shopStaff.userId,
        hash: users.passwordHash,
        endedAt: shopStaff.endedAt,
      })
      .from(shopStaff)
      .innerJoin(users, eq(users.id, shopStaff.userId))
      .where(and(eq(shopStaff.shopId, shopId), eq(shopStaff.staffId, staffId)))
    const before = staff?.endedAt === null ? await findRole(tx, teamId, staff.userId) : null
    const isReturn = isReturnToken(token)
    // The person may have come in meanwhile, or been removed: then the link is about nothing.
    if (!shop || (before === null) !== isReturn) throw gone()
    if (isReturn && (await findRole(tx, teamId, account.id)) === null) throw notMember()
    if (!isReturn && staff?.hash !== null) throw gone()
    await requireStillConfirmed(tx, proof, 'joinPassword')

    if (staff && before !== null) {
      await takePlace(tx, { teamId, from: { id: staff.userId, role: before }, account, at })
    }
    const login = { userId: account.id, joinAnsweredAt: at, endedAt: null, createdAt: at }
    await tx
      .insert(shopStaff)
      .values({ shopId, staffId, teamId, ...login })
      .onConflictDoUpdate({ target: [shopStaff.shopId, shopStaff.staffId], set: login })
    if (staff?.hash === null) await replaceAccount(tx, { from: staff.userId, to: account.id })
    await notifySecurityEvent(services, { userId: account.id, event: 'shop-connected' }, tx)
    return shop.domain
  })
}

type Placement = {
  teamId: number
  /** The account of the shop, and its role in the shop's organization. */
  from: { id: number; role: TeamRole }
  account: Account
  at: Date
}

/** Gives the account the other's place in the organization. */
async function takePlace(tx: Queries, { teamId, from, account, at }: Placement): Promise<void> {
  const role = higher(from.role, await findRole(tx, teamId, account.id))
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
    .where(and(eq(teams.id, teamId), eq(teams.ownerId, from.id)))
  const who = { teamId, actor: account, at }
  await recordAct(tx, who, { act: 'member.joined', details: { role } })
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

const notMember = () =>
  new Refusal(
    'forbidden',
    'This account isn’t a member of the shop’s organization. Ask its owner to invite you first.',
  )

const gone = () =>
  new Refusal(
    'not_found',
    'This link has expired or was used. Open the app in your shop’s admin to get a new one.',
  )
