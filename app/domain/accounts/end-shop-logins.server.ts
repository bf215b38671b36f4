/** Ends the logins by which admins of shops and stores open an account. */
import { and, eq, exists, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { users } from '#app/db/schema/ground.ts'
import { shopJoins, shopStaff, tenantStaff } from '#app/db/schema/accounts.ts'

type Ending = {
  userId: number
  /** Organization of the only shop whose login ends. Absent: all end. */
  onlyTeamId?: number
  /** Organization of the shop in whose admin the person is, and whose login stays. Null: none stays. */
  exceptTeamId?: number | null
}

/**
 * Ends them for an account that has a password, and the links to new ones. Such a login is a whole login
 * for the person whom the shop's admin knows, and a stranger may have made the link that led to it. The
 * account's password lets that person in again (app/domain/shops/return-links.server.ts).
 *
 * @param tx has locked the account
 * @returns ids of the shops' and stores' organizations, one for each login
 */
export async function endShopLogins(
  tx: Queries,
  { userId, onlyTeamId, exceptTeamId = null }: Ending,
): Promise<number[]> {
  const isTheirs = and(
    eq(shopStaff.userId, userId),
    isNull(shopStaff.endedAt),
    onlyTeamId === undefined ? undefined : eq(shopStaff.teamId, onlyTeamId),
    exceptTeamId === null ? undefined : ne(shopStaff.teamId, exceptTeamId),
  )
  const isOfJoin = and(
    eq(shopStaff.shopId, shopJoins.shopId),
    eq(shopStaff.staffId, shopJoins.staffId),
  )
  const joining = tx
    .select({ id: shopStaff.staffId })
    .from(shopStaff)
    .where(and(isTheirs, isOfJoin))
  await tx.delete(shopJoins).where(exists(joining))
  const hasPassword = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.passwordHash)))
  const ofStores = await tx
    .update(tenantStaff)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        eq(tenantStaff.userId, userId),
        isNull(tenantStaff.endedAt),
        onlyTeamId === undefined ? undefined : eq(tenantStaff.teamId, onlyTeamId),
        exceptTeamId === null ? undefined : ne(tenantStaff.teamId, exceptTeamId),
        exists(hasPassword),
      ),
    )
    .returning({ teamId: tenantStaff.teamId })
  const ofShops = await tx
    .update(shopStaff)
    .set({ endedAt: sql`now()` })
    .where(and(isTheirs, exists(hasPassword)))
    .returning({ teamId: shopStaff.teamId })
  return [...ofStores, ...ofShops].map(({ teamId }) => teamId)
}
