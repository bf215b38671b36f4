/** Addresses of the app in the admin of a site or store, for what leads back from outside of the frame. */
import { and, eq } from 'drizzle-orm'
import { frameSessions } from '#app/db/schema/accounts.ts'
import { oauthApprovals } from '#app/db/schema/connections.ts'
import { tenants } from '#app/db/schema/shops.ts'
import { readAdminMark } from '#app/domain/connections/admin-mark.ts'
import { tokenHash } from '#app/lib/security/tokens.server.ts'
import type { Services } from '#app/services.ts'
import { readTenantId, type TenantName } from './tenant-name.ts'

/** The URL of a screen in the admin. @param path of ours, with a leading slash */
export type AdminAddress = (path: string) => string

type Systems = Pick<Services, 'bigcommerce' | 'wix'>

/** Null: the product is no app there. Wix publishes no address of a page in it: its list of sites opens. */
export function adminAddressOf(
  { bigcommerce, wix }: Systems,
  { platform, tenantId }: TenantName,
): AdminAddress | null {
  if (platform === 'wix') return wix ? () => wix.dashboardUrl(tenantId) : null
  return bigcommerce ? (path) => bigcommerce.appUrl(tenantId) + (path === '/' ? '' : path) : null
}

/** Addresses in the admin whose frame the session is in. @param session `Account.frameSessionId` */
export async function findAdminAddress(
  services: Systems & Pick<Services, 'db'>,
  session: string,
): Promise<AdminAddress | null> {
  const [row] = await services.db.system
    .select({ platform: tenants.platform, name: tenants.tenantId })
    .from(frameSessions)
    .innerJoin(tenants, eq(tenants.id, frameSessions.tenantId))
    .where(eq(frameSessions.id, session))
  const tenantId = readTenantId(row?.name ?? null)
  return row && tenantId !== null
    ? adminAddressOf(services, { platform: row.platform, tenantId })
    : null
}

/** Marks the state of an approval that begins in a store's control panel (admin-mark.ts). No shop's domain ends so. */
export const markOfStore = (storeHash: string): string => `${storeHash}${storeSuffix}`

const storeSuffix = '.bigcommerce'

/**
 * Where an approval goes on that began in a store's control panel. Doesn't use the state up.
 *
 * @returns null: it began elsewhere, or the store has the app no longer
 */
export async function findAdminOfApproval(
  services: Systems & Pick<Services, 'db'>,
  state: string,
): Promise<AdminAddress | null> {
  const mark = readAdminMark(state)
  const tenantId = mark?.endsWith(storeSuffix)
    ? readTenantId(mark.slice(0, -storeSuffix.length))
    : null
  if (tenantId === null) return null
  const [row] = await services.db.system
    .select({ id: tenants.id })
    .from(oauthApprovals)
    .innerJoin(tenants, eq(tenants.teamId, oauthApprovals.teamId))
    .where(
      and(
        eq(oauthApprovals.stateHash, tokenHash(state)),
        eq(tenants.platform, 'bigcommerce'),
        eq(tenants.tenantId, tenantId),
        eq(tenants.state, 'installed'),
      ),
    )
  return row ? adminAddressOf(services, { platform: 'bigcommerce', tenantId }) : null
}
