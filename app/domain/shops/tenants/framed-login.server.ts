/** The store or site in whose admin an account without a password is opened. */
import { and, asc, eq, isNull } from 'drizzle-orm'
import { tenantStaff } from '#app/db/schema/accounts.ts'
import { teamMembers, teams } from '#app/db/schema/ground.ts'
import { tenants, type FramedPlatform } from '#app/db/schema/shops.ts'
import type { Services } from '#app/services.ts'
import { readTenantId, type TenantId } from './tenant-name.ts'

export type FramedLogin = {
  platform: FramedPlatform
  /** The system's name of the store or site, which no one can choose. */
  tenantId: TenantId
  /** Name of the store's or site's organization, as its people typed it. */
  organization: string
}

/** Null: no admin of that kind opens it. */
export async function findFramedLogin(
  { db }: Pick<Services, 'db'>,
  userId: number,
): Promise<FramedLogin | null> {
  const [row] = await db.system
    .select({ platform: tenants.platform, tenant: tenants.tenantId, organization: teams.name })
    .from(tenantStaff)
    .innerJoin(tenants, eq(tenants.id, tenantStaff.tenantId))
    .innerJoin(teams, eq(teams.id, tenants.teamId))
    // The frame opens for members alone.
    .innerJoin(
      teamMembers,
      and(eq(teamMembers.teamId, tenants.teamId), eq(teamMembers.userId, tenantStaff.userId)),
    )
    .where(
      and(
        eq(tenantStaff.userId, userId),
        isNull(tenantStaff.endedAt),
        isNull(tenantStaff.leftAt),
        eq(tenants.state, 'installed'),
      ),
    )
    .orderBy(asc(tenants.id))
    .limit(1)
  const tenantId = readTenantId(row?.tenant ?? null)
  return row && tenantId !== null
    ? { platform: row.platform, tenantId, organization: row.organization }
    : null
}
