/** The store or site in whose admin an account without a password is opened. */
import { and, asc, eq, isNull } from 'drizzle-orm'
import { tenantStaff } from '#app/db/schema/accounts.ts'
import { teams } from '#app/db/schema/ground.ts'
import { tenants, type FramedPlatform } from '#app/db/schema/shops.ts'
import type { Services } from '#app/services.ts'

/** `organization` is the name of the store's or site's. */
export type FramedLogin = { platform: FramedPlatform; organization: string }

/** Null: no admin of that kind opens it. */
export async function findFramedLogin(
  { db }: Pick<Services, 'db'>,
  userId: number,
): Promise<FramedLogin | null> {
  const [row] = await db.system
    .select({ platform: tenants.platform, organization: teams.name })
    .from(tenantStaff)
    .innerJoin(tenants, eq(tenants.id, tenantStaff.tenantId))
    .innerJoin(teams, eq(teams.id, tenants.teamId))
    .where(
      and(
        eq(tenantStaff.userId, userId),
        isNull(tenantStaff.endedAt),
        eq(tenants.state, 'installed'),
      ),
    )
    .orderBy(asc(tenants.id))
    .limit(1)
  return row ?? null
}
