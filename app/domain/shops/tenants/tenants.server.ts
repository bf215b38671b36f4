/** Sites and stores in which the app is installed, with or without an organization. */
import { and, eq, lte } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { frameSessions } from '#app/db/schema/accounts.ts'
import { tenants } from '#app/db/schema/shops.ts'
import type { Services } from '#app/services.ts'
import type { TenantName } from './tenant-name.ts'

type Needed = Pick<Services, 'db' | 'now' | 'security'>

const isNamed = ({ platform, tenantId }: TenantName) =>
  and(eq(tenants.platform, platform), eq(tenants.tenantId, tenantId))

/** The row that the sealed token belongs to. */
const rowOf = ({ platform, tenantId }: TenantName) => `tenants:${platform}:${tenantId}`

/**
 * The app was installed, or again. An organization that the tenant had stays its organization.
 *
 * @param accessToken of the system's API; null: the system gives none
 * @param queries an open transaction; absent: a statement of its own
 * @returns the row's id and its organization, null before it has one
 */
export async function installTenant(
  { db, now, security: { secrets } }: Needed,
  { accessToken, ...tenant }: TenantName & { accessToken: string | null },
  queries: Queries = db.system,
): Promise<{ id: number; teamId: number | null }> {
  const at = now()
  const columns = {
    state: 'installed' as const,
    accessToken: accessToken === null ? null : secrets.seal(accessToken, rowOf(tenant)),
    installedAt: at,
    removedAt: null,
    updatedAt: at,
  }
  const [row] = await queries
    .insert(tenants)
    .values({ ...tenant, ...columns, createdAt: at })
    .onConflictDoUpdate({ target: [tenants.platform, tenants.tenantId], set: columns })
    .returning({ id: tenants.id, teamId: tenants.teamId })
  if (!row) throw new Error('The tenant was not stored.')
  return row
}

/**
 * The app was uninstalled: its access and everyone's sessions in the tenant's admin end. Does nothing when
 * it was installed again since: systems say so late, and repeat themselves.
 *
 * @param uninstalledAt the moment that the system names, not the one in which it says so
 * @returns false when there was nothing to end
 */
export async function removeTenant(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { uninstalledAt, ...tenant }: TenantName & { uninstalledAt: Date },
): Promise<boolean> {
  const at = now()
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(tenants)
      .set({ state: 'removed', accessToken: null, removedAt: uninstalledAt, updatedAt: at })
      .where(
        and(
          isNamed(tenant),
          eq(tenants.state, 'installed'),
          lte(tenants.installedAt, uninstalledAt),
        ),
      )
      .returning({ id: tenants.id })
    if (row) await endSessionsOfTenant(tx, row.id)
    return row !== undefined
  })
}

/** Null: the app was never installed there. */
export async function findTenant(
  { db }: Pick<Services, 'db'>,
  tenant: TenantName,
): Promise<{ id: number; teamId: number | null; state: 'installed' | 'removed' } | null> {
  const [row] = await db.system
    .select({ id: tenants.id, teamId: tenants.teamId, state: tenants.state })
    .from(tenants)
    .where(isNamed(tenant))
  return row ?? null
}

/** The token of the system's API. Null: there is none. */
export async function readTenantToken(
  { db, security: { secrets } }: Pick<Services, 'db' | 'security'>,
  tenant: TenantName,
): Promise<string | null> {
  const [row] = await db.system
    .select({ accessToken: tenants.accessToken })
    .from(tenants)
    .where(isNamed(tenant))
  return row?.accessToken ? secrets.open(row.accessToken, rowOf(tenant)) : null
}

const endSessionsOfTenant = (tx: Queries, id: number) =>
  tx.delete(frameSessions).where(eq(frameSessions.tenantId, id))
