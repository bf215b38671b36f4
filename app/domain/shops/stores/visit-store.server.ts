/** Who opens the app in a store's control panel, by what BigCommerce signed. */
import { lockTeam } from '#app/domain/teams/members.server.ts'
import { findTenant } from '../tenants/tenants.server.ts'
import type { Services } from '#app/services.ts'
import type { StorePayload } from './bigcommerce-app.ts'
import type { TenantId } from '../tenants/tenant-name.ts'
import { findStaff } from '../tenants/tenant-staff.server.ts'
import { addMissingSite } from './add-missing-site.server.ts'
import { goOnWithInstall } from './go-on-with-install.server.ts'
import { renewStoreAddress } from './renew-store-address.server.ts'
import { openStore } from './store-scripts.server.ts'
import { addColleague, returnColleague } from './store-staff.server.ts'
import { lockStore, storeName, teamOfStore } from './store-site.server.ts'

export type StoreVisit =
  | { userId: number }
  /**
   * `gone`: nothing of the store is stored, though it has the app. `ended`: the account opens by its password alone.
   * `seats`: the organization is full. The rest is as in FrameRefusal.
   */
  | { refused: 'gone' | 'removed' | 'unjoined' | 'member' | 'left' | 'ended' | 'seats' }

/** A store that opens before its domain is connected gets it later. */
async function followAddress(services: Services, tenantId: TenantId): Promise<void> {
  const store = services.bigcommerce && (await openStore(services, tenantId))
  if (services.bigcommerce && store) await renewStoreAddress(services, services.bigcommerce, store)
}

/** The person's account. A person whom the store's owner let in since is added. */
export async function visitStore(
  services: Services,
  { tenantId, user, owner, issuedAt }: Omit<StorePayload, 'id' | 'url'>,
): Promise<StoreVisit> {
  const { db, now } = services
  const tenant = await findTenant(services, storeName(tenantId))
  // BigCommerce signs for stores that have the app: the organization was deleted, or the install not stored.
  if (!tenant) return { refused: 'gone' }
  if (tenant.state !== 'installed') return { refused: 'removed' }
  const { id: tenantRow, teamId } = tenant
  if (teamId === null) return { refused: 'unjoined' }
  const known = await findStaff(db.system, tenantRow, user.id)
  if (known?.endedAt) return { refused: 'ended' }
  if (known && !known.leftAt) {
    await goOnWithInstall(services, tenantId)
    await addMissingSite(services, { tenantId, teamId, userId: known.userId })
    await followAddress(services, tenantId)
    return { userId: known.userId }
  }

  const team = teamOfStore({ teamId })
  return db.transaction(async (tx) => {
    await lockStore(tx, tenantId)
    await lockTeam(tx, teamId)
    // Two windows of a new person.
    const added = await findStaff(tx, tenantRow, user.id)
    const joining = { tenantRow, tenantId, team, user, owner, at: now() }
    if (!added) return addColleague(tx, services, joining)
    if (!added.leftAt) return { userId: added.userId }
    // A payload from before the store took them out says nothing about now.
    if (issuedAt <= added.leftAt) return { refused: 'left' }
    return returnColleague(tx, joining, added.userId)
  })
}
