/** Deletes everything of shops that uninstalled the app. */
import { and, asc, eq, isNotNull, isNull, lte, notExists, type SQL } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { teams, users } from '#app/db/schema/ground.ts'
import { shopStaff } from '#app/db/schema/accounts.ts'
import { shops } from '#app/db/schema/shops.ts'
import { leaveServicesOfTeam } from '#app/domain/connections/manage-connections.server.ts'
import { deleteDeliveries } from '#app/domain/deliveries/erase-deliveries.server.ts'
import { hashOfRow, recordErasure } from '#app/domain/erasures/erasure-list.server.ts'
import { lockShop } from '#app/domain/shops/install-shop.server.ts'
import { teamOfShop } from '#app/domain/shops/shop-scope.ts'
import type { Services } from '#app/services.ts'
import { eraseTeamRows } from './erase-team.server.ts'
import { eraseUserRows } from './erase-user.server.ts'

/** Those whose time is over. Called by a job. */
export async function purgeDueShops(services: Services): Promise<void> {
  const due = await services.db.system
    .select({ domain: shops.domain })
    .from(shops)
    .where(lte(shops.purgeAt, services.now()))
    .orderBy(asc(shops.purgeAt))
  for (const { domain } of due) await purgeShop(services, domain, isDue(services))
}

const isDue = ({ now }: Services) => lte(shops.purgeAt, now())

/** A shop that was installed again stays. */
export const isUninstalled = isNotNull(shops.uninstalledAt)

/**
 * Deletes the shop's organization with its site and data, and the accounts that only the shop's admin
 * opened. Accounts with a login stay.
 *
 * @param isWanted checked again under the shop's lock; absent: any shop
 * @returns false when there is no such shop
 */
export async function purgeShop(
  services: Services,
  domain: string,
  isWanted?: SQL,
): Promise<boolean> {
  const wanted = and(eq(shops.domain, domain), isWanted)
  const [found] = await services.db.system
    .select({ teamId: shops.teamId })
    .from(shops)
    .where(wanted)
  // Not in a transaction, which would wait for the services.
  if (found) await leaveServicesOfTeam(services, teamOfShop(found))
  return services.db.longTransaction(async (tx) => {
    await lockShop(tx, domain)
    const [shop] = await tx.select({ id: shops.id, teamId: shops.teamId }).from(shops).where(wanted)
    const isLeft = !shop && (await tx.$count(shops, eq(shops.domain, domain))) > 0
    if (!isLeft) await deleteDeliveries(tx, { provider: 'shopify', account: domain })
    if (!shop) return false
    const staff = await tx
      .select({ userId: shopStaff.userId })
      .from(shopStaff)
      .innerJoin(users, eq(users.id, shopStaff.userId))
      .where(and(eq(shopStaff.shopId, shop.id), isNull(users.passwordHash)))
    await eraseTeamRows(tx, services, shop.teamId)
    for (const { userId } of staff) await eraseStaffAccount(tx, services, userId)
    return true
  })
}

/** An account that owns another organization, which someone transferred to it, stays with that. */
async function eraseStaffAccount(
  tx: Transaction,
  services: Services,
  userId: number,
): Promise<void> {
  const owned = tx.select({ id: teams.id }).from(teams).where(eq(teams.ownerId, userId))
  const [free] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), notExists(owned)))
  if (!free) return
  const user = await eraseUserRows(tx, services, userId)
  const hash = hashOfRow(services.security.secrets, 'user', user)
  await recordErasure(tx, services, { kind: 'user', hash, at: services.now() })
}
