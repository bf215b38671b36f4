/**
 * The install of the app in a store: exchanges the code, creates the organization, the site and the account
 * that are missing, and finds again what an earlier install left.
 */
import type { Transaction } from '#app/db/db.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { installTenant } from '../tenants/tenants.server.ts'
import { tenants } from '#app/db/schema/shops.ts'
import { lockTeam } from '#app/domain/teams/members.server.ts'
import { insertTeam } from '#app/domain/teams/teams.server.ts'
import type { TenantId } from '../tenants/tenant-name.ts'
import { isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { eq } from 'drizzle-orm'
import type { BigCommerceApp, StoreDetails, StoreGrant } from './bigcommerce-app.ts'
import { connectStoreJob } from '../jobs.ts'
import { findStaff, hasStaff, insertStaff } from '../tenants/tenant-staff.server.ts'
import {
  addColleague,
  insertStoreAccount,
  returnColleague,
  type NotAdded,
} from './store-staff.server.ts'
import {
  findStoreSite,
  insertStoreSite,
  lockStore,
  nameOf,
  reopenConnection,
  storeName,
  teamOfStore,
} from './store-site.server.ts'

/** The person who installed the app, or why their account doesn't open. */
export type Installed = { tenantId: TenantId } & (
  | { userId: number }
  | { refused: 'ended' | NotAdded }
)

/**
 * Safe when two windows install at the same moment: the codes differ, and the store's rows are locked. The
 * token that BigCommerce gave out last is stored last by the order of its answers, as far as they differ.
 *
 * @param asked the parameters of the address
 * @throws CodeRefused, ScopesMissing, TryLater, BadRecord; nothing is stored then
 */
export async function installStore(
  services: Services,
  app: BigCommerceApp,
  asked: { code: string; context: string; scope: string },
): Promise<Installed> {
  const grant = await app.exchangeCode(asked)
  const details = await detailsOf(services, app, grant)
  const { db, jobs } = services
  const { tenantId } = grant
  try {
    return await db.transaction(async (tx) => {
      await lockStore(tx, tenantId)
      // The store has the app: it gives its consent again, for example to other scopes.
      const isRenewal = (await findStoreSite(tx, tenantId)) !== null
      const installed = await storeInstall(tx, services, { grant, details })
      if (!isRenewal) await reopenConnection(tx, services.security.secrets, tenantId)
      const payload = { store: tenantId, ...(isRenewal ? { isRenewal } : {}) }
      await jobs.send(connectStoreJob, payload, tx)
      return { tenantId, ...installed }
    })
  } catch (error) {
    if (error instanceof NotAdmitted) return { tenantId, refused: error.reason }
    throw error
  }
}

/** The person doesn't become a member, and no one of the store ever was. Nothing is stored then, the token neither. */
class NotAdmitted extends Error {
  override readonly name = 'NotAdmitted'
  readonly reason: NotAdded

  constructor(reason: NotAdded) {
    super(`The person isn't added: ${reason}.`)
    this.reason = reason
  }
}

/** The code is used up by now: a store that doesn't answer can be named later. */
async function detailsOf(
  { log }: Services,
  app: BigCommerceApp,
  grant: StoreGrant,
): Promise<StoreDetails> {
  try {
    return await app.readStore(grant)
  } catch (error) {
    if (!isFailedCall(error)) throw error
    log.warn({ err: error, store: grant.tenantId }, 'a new store could not be read')
    return { name: '', url: null, timeZone: null }
  }
}

type Installing = { grant: StoreGrant; details: StoreDetails }

async function storeInstall(
  tx: Transaction,
  services: Services,
  { grant, details }: Installing,
): Promise<{ userId: number } | { refused: 'ended' | NotAdded }> {
  const { tenantId, accessToken, user, owner } = grant
  const at = services.now()
  const tenant = await installTenant(services, { ...storeName(tenantId), accessToken }, tx)
  const { secrets } = services.security
  if (tenant.teamId === null) {
    const userId = await insertStoreAccount(tx, services, { user, tenantId, at })
    const team = await insertTeam(tx, {
      owner: { id: userId },
      name: nameOf(details, tenantId),
      at,
    })
    await tx.update(tenants).set({ teamId: team.teamId }).where(eq(tenants.id, tenant.id))
    await insertStaff(tx, { tenantRow: tenant.id, team, staffId: user.id, userId, at })
    await insertStoreSite(tx, secrets, { team, tenantId, userId, details, at })
    return { userId }
  }

  const team: TeamScope = teamOfStore({ teamId: tenant.teamId })
  await lockTeam(tx, team.teamId)
  const known = await findStaff(tx, tenant.id, user.id)
  const joining = { tenantRow: tenant.id, tenantId, team, user, owner, at }
  const admitted = known
    ? known.leftAt
      ? await returnColleague(tx, joining, known.userId)
      : { userId: known.userId }
    : await addColleague(tx, services, joining)
  if ('refused' in admitted) {
    // The access is the store's, and BigCommerce has ended the one before.
    if (await hasStaff(tx, tenant.id)) return admitted
    throw new NotAdmitted(admitted.refused)
  }
  const { userId } = admitted
  if ((await findStoreSite(tx, tenantId)) === null) {
    await insertStoreSite(tx, secrets, { team, tenantId, userId, details, at })
  }
  return known?.endedAt ? { refused: 'ended' } : { userId }
}
