/**
 * People of a store: who gets an account in its organization when the store's control panel vouches for them,
 * and with which rights.
 */
import { eq } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { tenantStaff } from '#app/db/schema/accounts.ts'
import { teamMembers } from '#app/db/schema/ground.ts'
import { accountEmailJobs } from '#app/domain/accounts/jobs.ts'
import { lockOwner } from '#app/domain/accounts/lock-user.server.ts'
import type { TeamRole, TeamScope } from '#app/domain/scope.ts'
import { recordAct } from '#app/domain/teams/audit.server.ts'
import { findRole, setMemberSites } from '#app/domain/teams/members.server.ts'
import type { Services } from '#app/services.ts'
import { makeOwner } from '../make-owner.server.ts'
import type { TenantId } from '../tenants/tenant-name.ts'
import {
  hasRoom,
  hasStaffMember,
  insertStaff,
  insertStaffAccount,
  returnStaff,
} from '../tenants/tenant-staff.server.ts'
import type { StoreUser } from './bigcommerce-app.ts'
import { findStoreSite } from './store-site.server.ts'
import { shorten } from '#app/lib/storable-text.ts'

type NewAccount = { user: StoreUser; tenantId: TenantId; at: Date }

/** The account of a new person, who is asked to confirm the address. */
export async function insertStoreAccount(
  tx: Transaction,
  { jobs }: Pick<Services, 'jobs'>,
  { user, tenantId, at }: NewAccount,
): Promise<number> {
  const given = user.email.trim().toLowerCase()
  // Names below .invalid are ours, for accounts without an address.
  const email = given.endsWith('.invalid') ? '' : given
  const name = nameFrom(email) || `Person ${user.id}`
  const userId = await insertStaffAccount(tx, { tenantId, staffId: user.id, name, email, at })
  if (email) await jobs.send(accountEmailJobs.verification, { userId }, tx)
  return userId
}

/** BigCommerce gives no name. */
const nameFrom = (email: string) => shorten(email.split('@', 1)[0] ?? '', 100)

export type Joining = {
  /** Id of the row in `tenants`. */
  tenantRow: number
  tenantId: TenantId
  team: TeamScope
  user: StoreUser
  /** The store's. Null: BigCommerce didn't name them. */
  owner: StoreUser | null
  at: Date
}

/** Why a person of the store doesn't become a member. */
export type NotAdded =
  /** No member is of the store's people: the organization has nothing to do with them any more. */
  | 'member'
  /** The organization has no seat left. */
  | 'seats'

/** Null: someone who isn't a member may become one. The organization and its owner are locked. */
async function findRefusal(tx: Transaction, joining: Joining): Promise<NotAdded | null> {
  if (!(await hasStaffMember(tx, joining))) return 'member'
  return (await hasRoom(tx, joining.team)) ? null : 'seats'
}

/**
 * Adds a person whom the store's admin vouches for to its organization, as a colleague of a member. The
 * organization is locked.
 */
export async function addColleague(
  tx: Transaction,
  services: Pick<Services, 'jobs'>,
  joining: Joining,
): Promise<{ userId: number } | { refused: NotAdded }> {
  const { tenantRow, tenantId, team, user, owner, at } = joining
  const { teamId } = team
  await lockOwner(tx, teamId)
  const refused = await findRefusal(tx, joining)
  if (refused) return { refused }
  const userId = await insertStoreAccount(tx, services, { user, tenantId, at })
  await insertStaff(tx, { tenantRow, team, staffId: user.id, userId, at })
  const role: TeamRole = 'editor'
  await tx.insert(teamMembers).values({ teamId, userId, role, createdAt: at })
  const details = { role }
  await recordAct(tx, { teamId, actor: { id: userId }, at }, { act: 'member.joined', details })
  if (user.id === owner?.id) {
    const people = await tx
      .select({ userId: tenantStaff.userId })
      .from(tenantStaff)
      .where(eq(tenantStaff.tenantId, tenantRow))
    await makeOwner(tx, { team, staff: people.map((one) => one.userId), userId, at })
  }
  return { userId }
}

/**
 * A person whom the store let in again after it had taken them out, or after they erased their account. They see its site and change nothing,
 * until the organization gives them more: what was signed for the visit can have taken them out as well. Someone who
 * never came can have done so, and mustn't get into an organization that takes no one of the store.
 */
export async function returnColleague(
  tx: Transaction,
  joining: Joining,
  userId: number,
): Promise<{ userId: number } | { refused: NotAdded }> {
  const { tenantRow, tenantId, team, user, at } = joining
  const { teamId } = team
  await lockOwner(tx, teamId)
  const isMember = (await findRole(tx, teamId, userId)) !== null
  const refused = isMember ? null : await findRefusal(tx, joining)
  if (refused) return { refused }
  await returnStaff(tx, { tenantRow, staffId: user.id, at })
  if (isMember) return { userId }
  const site = await findStoreSite(tx, tenantId)
  const role: TeamRole = 'analyst'
  await tx.insert(teamMembers).values({ teamId, userId, role, seesAllSites: false, createdAt: at })
  await setMemberSites(tx, { teamId, userId }, site ? [site.siteId] : [])
  const who = { teamId, actor: { id: userId }, at }
  await recordAct(tx, who, { act: 'member.joined', details: { role } })
  return { userId }
}
