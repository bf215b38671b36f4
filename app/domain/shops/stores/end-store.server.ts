/** The ends that BigCommerce reports: the app was uninstalled, or a person may not open it any more. */
import { and, eq } from 'drizzle-orm'
import { frameSessions, tenantStaff } from '#app/db/schema/accounts.ts'
import {
  disconnect,
  findAccountConnection,
} from '#app/domain/connections/manage-connections.server.ts'
import { endMembership, findRole, lockTeam } from '#app/domain/teams/members.server.ts'
import { findTenant, readTenantToken, removeTenant } from '../tenants/tenants.server.ts'
import type { TenantId } from '../tenants/tenant-name.ts'
import { ConnectionLost, isFailedCall } from '#app/lib/web/provider-errors.ts'
import { Refusal } from '#app/lib/errors.ts'
import { secondMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import type { BigCommerceApp, StorePayload } from './bigcommerce-app.ts'
import { findStaff, insertRemovedStaff } from '../tenants/tenant-staff.server.ts'
import {
  findStoreSite,
  integration,
  lockStore,
  storeName,
  teamOfStore,
} from './store-site.server.ts'

/**
 * Ends an install for the person who uninstalled the app. BigCommerce lets the store's owner do that, and
 * people whom the owner allowed it, whom it doesn't name. For anyone else the store itself decides: an app
 * that was uninstalled has no access.
 *
 * @throws Refusal `forbidden` while the store still accepts the app's token, TryLater
 */
export async function uninstallStore(
  services: Services,
  app: BigCommerceApp,
  payload: StorePayload,
): Promise<void> {
  const { tenantId } = payload
  if (!(await mayUninstall(services, payload)) && (await isAccepted(services, app, tenantId))) {
    throw new Refusal('forbidden', 'Only the store’s owner and its admins can uninstall the app.')
  }
  await endStore(services, { tenantId, at: latestOf(payload) })
}

/**
 * Ends access, sessions and the connection. An install after that moment stays. Data stays as well, so a new
 * install finds it.
 */
export async function endStore(
  services: Services,
  { tenantId, at }: { tenantId: TenantId; at: Date },
): Promise<void> {
  const { db } = services
  const name = storeName(tenantId)
  const site = await findStoreSite(db.system, tenantId, ['installed', 'removed'])
  const hasEnded = await removeTenant(services, { ...name, uninstalledAt: at })
  // A report that was broken off in the middle arrives again.
  const isOver = hasEnded || (await findTenant(services, name))?.state === 'removed'
  if (!isOver || !site) return
  const connection = await findAccountConnection(services, site, { integration, account: tenantId })
  if (connection && connection.state !== 'ended') await disconnect(services, connection)
}

async function mayUninstall(
  { db }: Services,
  { tenantId, user, owner }: StorePayload,
): Promise<boolean> {
  if (user.id === owner.id) return true
  const tenant = await findTenant({ db }, storeName(tenantId))
  if (!tenant || tenant.teamId === null) return false
  const staff = await findStaff(db.system, tenant.id, user.id)
  const role = staff && (await findRole(db.system, tenant.teamId, staff.userId))
  return role === 'owner' || role === 'admin'
}

/** Whether BigCommerce still accepts the app's token. @throws TryLater */
async function isAccepted(
  services: Services,
  app: BigCommerceApp,
  tenantId: TenantId,
): Promise<boolean> {
  const accessToken = await readTenantToken(services, storeName(tenantId))
  if (accessToken === null) return false
  try {
    await app.readStore({ tenantId, accessToken })
    return true
  } catch (error) {
    if (error instanceof ConnectionLost) return false
    if (isFailedCall(error)) return true
    throw error
  }
}

/**
 * Takes a person out of the store, and of its organization unless they have it by another login. A later
 * visit lets them in again, with the least rights. Someone who never opened the app is remembered as removed. Does
 * nothing for someone who was let in again since.
 *
 * @throws Refusal `forbidden` for the store's owner, and for the organization's
 */
export async function removeStoreUser(services: Services, payload: StorePayload): Promise<void> {
  const { tenantId, user, owner } = payload
  const { db, now } = services
  if (user.id === owner.id) throw ownerStays()
  const tenant = await findTenant({ db }, storeName(tenantId))
  if (!tenant || tenant.teamId === null) return
  const { id: tenantRow, teamId } = tenant
  await db.transaction(async (tx) => {
    await lockStore(tx, tenantId)
    await lockTeam(tx, teamId)
    const staff = await findStaff(tx, tenantRow, user.id)
    if (!staff) {
      const person = {
        tenantRow,
        tenantId,
        team: teamOfStore({ teamId }),
        staffId: user.id,
        at: now(),
      }
      await insertRemovedStaff(tx, person)
      return
    }
    if (staff.createdAt > latestOf(payload)) return
    const { userId } = staff
    const role = await findRole(tx, teamId, userId)
    if (role === 'owner') throw ownerStays()
    // Whom the organization removed stays removed: the report is signed as a visit is, so anyone can send
    // it about themselves, and a visit must not give more than they had.
    // One who left may have been let in again, and not have come before this removal.
    if (role !== null || staff.leftAt !== null) {
      await tx
        .update(tenantStaff)
        .set({ leftAt: now() })
        .where(and(eq(tenantStaff.tenantId, tenantRow), eq(tenantStaff.staffId, user.id)))
    }
    await tx
      .delete(frameSessions)
      .where(and(eq(frameSessions.tenantId, tenantRow), eq(frameSessions.userId, userId)))
    if (role !== null && staff.endedAt === null) {
      await endMembership(tx, { team: teamOfStore({ teamId }), member: userId, at: now() })
    }
  })
}

/** BigCommerce names whole seconds: it may have signed at the end of one. */
const latestOf = ({ issuedAt }: StorePayload) => new Date(issuedAt.getTime() + secondMillis - 1)

const ownerStays = () =>
  new Refusal('forbidden', 'The owner can’t be removed. Transfer the ownership first.')
