/** The shops whose admin logs a person in, next to the browsers in which they have a session. */
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import { users } from '#app/db/schema/ground.ts'
import { shopStaff } from '#app/db/schema/accounts.ts'
import { shops } from '#app/db/schema/shops.ts'
import { endShopLogins } from '#app/domain/accounts/end-shop-logins.server.ts'
import { lockUser } from '#app/domain/accounts/lock-user.server.ts'
import type { Services } from '#app/services.ts'

export type ShopLogin = {
  /** `linen.myshopify.com`. */
  domain: string
  name: string
  /** When the account got this login. */
  since: Date
}

/**
 * Those that the person can end. An account without a password has no other login, so it has none here.
 * A shop that removed the app logs the person in again once it adds the app, so it is listed as well.
 */
export const listShopLogins = ({ db }: Services, userId: number): Promise<ShopLogin[]> =>
  db.system
    .select({ domain: shops.domain, name: shops.name, since: shopStaff.createdAt })
    .from(shopStaff)
    .innerJoin(shops, eq(shops.id, shopStaff.shopId))
    .innerJoin(users, eq(users.id, shopStaff.userId))
    .where(
      and(eq(shopStaff.userId, userId), isNull(shopStaff.endedAt), isNotNull(users.passwordHash)),
    )
    .orderBy(asc(shops.name), asc(shops.domain))

/** Ignores domains of shops that don't log the person in. The person stays a member of the organization. */
export async function endShopLogin(
  { db }: Services,
  userId: number,
  domain: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const isNamed = eq(shops.domain, domain)
    const [shop] = await tx.select({ teamId: shops.teamId }).from(shops).where(isNamed)
    if (shop) await endShopLogins(tx, { userId, onlyTeamId: shop.teamId })
  })
}

/**
 * All but the one of the current request.
 *
 * @param exceptTeamId organization of the shop in whose admin the person is; null: they are in none
 */
export async function endOtherShopLogins(
  { db }: Services,
  userId: number,
  exceptTeamId: number | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, userId)
    await endShopLogins(tx, { userId, exceptTeamId })
  })
}
