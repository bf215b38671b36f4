/**
 * Whether the people of a shop join it to an account that they have. They are asked once, and their
 * link proves that they come from the shop; the login of the account proves the other side.
 */
import { and, eq, exists, gt, isNull, lt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '#app/db/db.ts'
import { teams, users } from '#app/db/schema/ground.ts'
import { shopJoins, shopStaff } from '#app/db/schema/accounts.ts'
import { shops } from '#app/db/schema/shops.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import { requireSameProof, type AdmittedUser } from '#app/domain/accounts/lock-user.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { newSessionToken, tokenHash } from '#app/lib/security/tokens.server.ts'
import { minuteMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'

const joinMinutes = 10

const others = alias(users, 'others')

/**
 * Whether to ask: another account logs in with the address that Shopify confirmed for this person, and
 * they didn't answer yet. An equal address isn't enough to join accounts.
 */
export async function offersJoin({ db }: Services, userId: number): Promise<boolean> {
  const hasOther = db.system
    .select({ id: others.id })
    .from(others)
    .where(and(eq(others.email, users.email), gt(others.passwordHash, '')))
  const [row] = await db.system
    .select({ staffId: shopStaff.staffId })
    .from(shopStaff)
    .innerJoin(users, eq(users.id, shopStaff.userId))
    .where(
      and(
        eq(shopStaff.userId, userId),
        isNull(shopStaff.joinAnsweredAt),
        isNull(users.passwordHash),
        gt(users.emailVerifiedAt, new Date(0)),
        exists(hasOther),
      ),
    )
  return row !== undefined
}

/** Stores the answer "no", so that the question doesn't come again. */
export async function declineJoin({ db, now }: Services, { id }: Account): Promise<void> {
  await db.system
    .update(shopStaff)
    .set({ joinAnsweredAt: now() })
    .where(and(eq(shopStaff.userId, id), isNull(shopStaff.joinAnsweredAt)))
}

/**
 * A token for the link, valid once and for ten minutes. It replaces an earlier one.
 *
 * @throws Refusal `conflict` for an account that logs in with a password: it is joined already; as
 * `requireSameProof`
 */
export const createJoinToken = ({ db, now }: Services, person: AdmittedUser): Promise<string> =>
  db.transaction(async (tx) => {
    const [staff] = await tx
      .select({
        shopId: shopStaff.shopId,
        teamId: shopStaff.teamId,
        staffId: shopStaff.staffId,
      })
      .from(shopStaff)
      .innerJoin(users, eq(users.id, shopStaff.userId))
      .where(and(eq(shopStaff.userId, person.id), isNull(users.passwordHash)))
    if (!staff) throw new Refusal('conflict', 'Your shop is already part of your account.')
    // The new row refers to its team. An earlier one is locked after the account, as a first proof does.
    await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, staff.teamId)).for('key share')
    await requireSameProof(tx, person)
    const token = newSessionToken()
    await storeJoinToken(tx, { now }, { ...staff, token })
    return token
  })

type NewJoin = { shopId: number; teamId: number; staffId: string; token: string }

/** Replaces an earlier link of the same person. */
export async function storeJoinToken(
  tx: Queries,
  { now }: Pick<Services, 'now'>,
  { token, ...staff }: NewJoin,
): Promise<void> {
  const row = {
    tokenHash: tokenHash(token),
    expiresAt: new Date(now().getTime() + joinMinutes * minuteMillis),
  }
  await tx
    .insert(shopJoins)
    .values({ ...staff, ...row })
    .onConflictDoUpdate({
      target: [shopJoins.shopId, shopJoins.staffId],
      set: row,
    })
}

export type OpenJoin = { shop: string; domain: string }

/** The shop of a link; null when it expired, was used or never existed. */
export async function findJoin({ db, now }: Services, token: string): Promise<OpenJoin | null> {
  const [row] = await db.system
    .select({ shop: shops.name, domain: shops.domain })
    .from(shopJoins)
    .innerJoin(shops, eq(shops.id, shopJoins.shopId))
    .where(and(eq(shopJoins.tokenHash, tokenHash(token)), gt(shopJoins.expiresAt, now())))
  return row ?? null
}

/** Uses the link up. Null as for `findJoin`, and when a concurrent request was first. */
export async function consumeJoin(
  tx: Queries,
  { token, at }: { token: string; at: Date },
): Promise<{ shopId: number; teamId: number; staffId: string } | null> {
  const [row] = await tx
    .delete(shopJoins)
    .where(and(eq(shopJoins.tokenHash, tokenHash(token)), gt(shopJoins.expiresAt, at)))
    .returning({
      shopId: shopJoins.shopId,
      teamId: shopJoins.teamId,
      staffId: shopJoins.staffId,
    })
  return row ?? null
}

/** Removes expired links. Called by a job. */
export async function sweepShopJoins({ db, now }: Services): Promise<void> {
  await db.system.delete(shopJoins).where(lt(shopJoins.expiresAt, now()))
}
