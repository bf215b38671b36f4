/** Installed shops, as screens need them. */
import { and, eq, isNull } from 'drizzle-orm'
import type { NudgeType } from '#app/contract/nudges.ts'
import { blockHandle, embedHandle } from '#app/contract/theme-blocks.ts'
import { shopStaff } from '#app/db/schema/accounts.ts'
import { shops, type BackfillHold, type BackfillState } from '#app/db/schema/shops.ts'
import type { SiteScope, TeamScope } from '#app/domain/scope.ts'
import { inSite, inTeam } from '#app/domain/scope-conditions.server.ts'
import type { Queries } from '#app/db/db.ts'
import type { Services } from '#app/services.ts'
import { teamOfShop } from './shop-scope.ts'

export type Shop = {
  domain: string
  /** Null: it was deleted or transferred. */
  siteId: number | null
  isInstalled: boolean
}

/** The shop that an organization was made for; null for any other organization. */
export async function findShopOfTeam({ db }: Services, team: TeamScope): Promise<Shop | null> {
  const [row] = await db.asTeam(team, (tx) =>
    tx
      .select({
        domain: shops.domain,
        siteId: shops.siteId,
        uninstalledAt: shops.uninstalledAt,
      })
      .from(shops)
      .where(inTeam(shops, team)),
  )
  return row
    ? {
        domain: row.domain,
        siteId: row.siteId,
        isInstalled: row.uninstalledAt === null,
      }
    : null
}

/** Domain of the installed shop by whose admin a person logs in; null for anyone else. */
export async function findShopOfStaff({ db }: Services, userId: number): Promise<string | null> {
  const [row] = await db.system
    .select({ domain: shops.domain })
    .from(shopStaff)
    .innerJoin(shops, eq(shops.id, shopStaff.shopId))
    .where(
      and(eq(shopStaff.userId, userId), isNull(shopStaff.endedAt), isNull(shops.uninstalledAt)),
    )
    .limit(1)
  return row?.domain ?? null
}

/** The organization that was made for a shop, installed or not. Null: the shop is unknown. */
export async function findTeamOfShop(
  { db }: Pick<Services, 'db'>,
  domain: string,
): Promise<TeamScope | null> {
  const [row] = await db.system
    .select({ teamId: shops.teamId })
    .from(shops)
    .where(eq(shops.domain, domain))
  return row ? teamOfShop(row) : null
}

/**
 * Where the site's theme loads the pixel: the theme editor, with the app embed turned on. Null for a
 * site that isn't the one of an installed shop.
 */
export async function findEmbedLink(services: Services, site: SiteScope): Promise<string | null> {
  const { shopify } = services
  const shop = shopify && (await findInstalled(services, site))
  return shop ? shopify.embedLink(shop.domain, embedHandle) : null
}

/** The theme editor, with the block for inline nudges of the type. Null like `findEmbedLink`. */
export async function findBlockLink(
  services: Services,
  site: SiteScope,
  type: NudgeType,
): Promise<string | null> {
  const shop = await findInstalled(services, site)
  return shop && services.shopify
    ? services.shopify.blockLink(shop.domain, blockHandle(type))
    : null
}

/**
 * Whether the shop reports new customers: the merchant allows it separately. Null for a site that
 * isn't the one of an installed shop.
 */
export async function mayReadCustomers(
  services: Services,
  site: SiteScope,
): Promise<boolean | null> {
  const shop = await findInstalled(services, site)
  return shop && shop.scopes.includes(customersScope)
}

/** The next visit gets another access token, which names the scopes that the merchant granted. */
export async function renewScopes({ db, now }: Services, site: SiteScope): Promise<void> {
  await db.asTeam(site, (tx) =>
    tx
      .update(shops)
      .set({ accessTokenExpiresAt: now() })
      .where(and(inSite(shops, site), isNull(shops.uninstalledAt))),
  )
}

/** Optional scope by which the shop reports new customers. */
export const customersScope = 'read_customers'

async function findInstalled({ db }: Services, site: SiteScope) {
  const [row] = await db.asTeam(site, (tx) =>
    tx
      .select({ domain: shops.domain, scopes: shops.scopes })
      .from(shops)
      .where(and(inSite(shops, site), isNull(shops.uninstalledAt))),
  )
  return row ?? null
}

/**
 * How far the data from before a site's shop was connected was brought in. `refused`: Shopify hasn't
 * approved order data, so only products come. `held`: something else keeps the app from reading.
 */
export type BackfillProgress = Pick<BackfillState, 'counts'> &
  ({ state: 'running' | 'failed' | 'refused' } | { state: 'held'; by: BackfillHold })

/** Null when there is nothing to wait for. */
export async function findBackfillProgress(
  tx: Queries,
  site: SiteScope,
): Promise<BackfillProgress | null> {
  const [row] = await tx.select({ backfill: shops.backfill }).from(shops).where(inSite(shops, site))
  const { backfill = null } = row ?? {}
  if (!backfill) return null
  const { counts, status, reason, ordersRefusedSince, heldBy } = backfill
  // Only its people can open a closed shop. A failure of Shopify during later readings is no news.
  if (heldBy && (heldBy !== 'away' || (reason === 'install' && status === 'running'))) {
    return { counts, state: 'held', by: heldBy }
  }
  if (ordersRefusedSince) return { counts, state: 'refused' }
  if (reason !== 'install' || status === 'done') return null
  return { counts, state: status === 'failed' ? 'failed' : 'running' }
}
