/** Where a person came from and how they log in, in the specification's field names. */
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { shopStaff, tenantStaff } from '#app/db/schema/accounts.ts'
import { shops, tenants, type FramedPlatform } from '#app/db/schema/shops.ts'
import { attributionWords } from '#app/domain/accounts/profile/attribution.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import { findAskedErasure } from '#app/domain/lifecycle/staff/erase-by-staff.server.ts'
import type { Services } from '#app/services.ts'

type AttributionFields = Record<(typeof attributionWords)[number], string | null>

export type UserOrigin = AttributionFields & {
  /** The shop system whose admin logs the person in. Null: they log in here alone. */
  provider: 'shopify' | FramedPlatform | null
  /** The person's id there. */
  provider_id: string | null
  shopify_user_data: { id: string; shop: string; created_at: Date } | null
  /** No affiliate has a number: `affiliate_token` says who referred the person. */
  affiliate_id: null
  /** False while a deletion of the account waits for a second member of staff. */
  preserve_account: boolean
}

/** Each word of `users.attribution`; null for what wasn't known. */
const describeAttribution = (stored: Readonly<Record<string, string>>): AttributionFields =>
  Object.fromEntries(
    attributionWords.map((word) => [word, stored[word] ?? null]),
  ) as AttributionFields

/** @param attribution the column of `users` */
export async function readUserOrigin(
  services: Services,
  { id: userId, currentTeamId }: Account,
  attribution: Readonly<Record<string, string>>,
): Promise<UserOrigin> {
  // A person can be on the staff of several shops. The one that they work in comes first.
  const isCurrent = sql`${shopStaff.teamId} is not distinct from ${currentTeamId}`
  const [[staff], [ofStore], askedErasure] = await Promise.all([
    services.db.system
      .select({ id: shopStaff.staffId, shop: shops.domain, created_at: shopStaff.createdAt })
      .from(shopStaff)
      .innerJoin(shops, eq(shops.id, shopStaff.shopId))
      .where(and(eq(shopStaff.userId, userId), isNull(shopStaff.endedAt)))
      .orderBy(desc(isCurrent), asc(shopStaff.createdAt))
      .limit(1),
    services.db.system
      .select({ id: tenantStaff.staffId, platform: tenants.platform })
      .from(tenantStaff)
      .innerJoin(tenants, eq(tenants.id, tenantStaff.tenantId))
      .where(and(eq(tenantStaff.userId, userId), isNull(tenantStaff.endedAt)))
      .orderBy(asc(tenantStaff.createdAt))
      .limit(1),
    findAskedErasure(services, { userId }),
  ])
  return {
    ...describeAttribution(attribution),
    provider: staff ? 'shopify' : (ofStore?.platform ?? null),
    provider_id: staff?.id ?? ofStore?.id ?? null,
    shopify_user_data: staff ?? null,
    affiliate_id: null,
    preserve_account: askedErasure === null,
  }
}
