import { and, eq, isNull } from 'drizzle-orm'
import { sites } from '#app/db/schema/ground.ts'
import { shopJoins } from '#app/db/schema/accounts.ts'
import { shops } from '#app/db/schema/shops.ts'
import { endConnections } from '#app/domain/connections/connections.server.ts'
import { storePlan } from '#app/domain/plans/change-plan.server.ts'
import { lockTeam } from '#app/domain/teams/members.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { firstShopPlan, lockShop } from './install-shop.server.ts'
import { teamOfShop } from './shop-scope.ts'
import { noGrant } from './shop-tokens.server.ts'

/** A merchant who returns within this time finds everything again, unless Shopify asks for deletion. */
export const purgeDays = 28

/**
 * Ends a shop's install: its pages show nothing, its tokens are erased, what it paid for ends, and its
 * data is scheduled for deletion.
 *
 * @param at when the merchant uninstalled; an install after that stays
 * @returns false when there was nothing to end
 */
export async function uninstallShop(
  services: Services,
  { domain, at }: { domain: string; at: Date },
): Promise<boolean> {
  const { db, siteCache } = services
  return db.transaction(async (tx) => {
    await lockShop(tx, domain)
    const [shop] = await tx
      .select({
        id: shops.id,
        teamId: shops.teamId,
        siteId: shops.siteId,
        installedAt: shops.installedAt,
      })
      .from(shops)
      .where(and(eq(shops.domain, domain), isNull(shops.uninstalledAt)))
    if (!shop || shop.installedAt > at) return false
    await lockTeam(tx, shop.teamId)

    await tx
      .update(shops)
      .set({
        ...noGrant,
        uninstalledAt: at,
        purgeAt: new Date(at.getTime() + purgeDays * dayMillis),
        // Shopify removes both with the app.
        webPixelId: null,
        backfill: null,
        backfillDueAt: null,
        updatedAt: services.now(),
      })
      .where(eq(shops.id, shop.id))
    await endConnections(tx, { integration: 'shopify', account: domain, at })
    await tx.delete(shopJoins).where(eq(shopJoins.shopId, shop.id))
    if (shop.siteId !== null) {
      const paused = await tx
        .update(sites)
        .set({ pausedAt: at, updatedAt: services.now() })
        .where(and(eq(sites.id, shop.siteId), isNull(sites.pausedAt)))
        .returning({ uuid: sites.uuid })
      for (const { uuid } of paused) siteCache.invalidateOnCommit(tx, uuid)
    }
    // Shopify cancels the app's subscription.
    const wanted = { planId: firstShopPlan }
    const cause = { actor: 'provider', userId: null, reason: 'The app was uninstalled.' } as const
    await storePlan(tx, services, { scope: teamOfShop(shop), wanted, cause })
    return true
  })
}
