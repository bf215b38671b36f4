/**
 * Which account a person of a store has: one that was created for them when the store's control panel first
 * vouched for them. An account with the same address that exists is another one, because BigCommerce
 * doesn't say whether it has checked the address.
 */
import { and, eq, isNull } from 'drizzle-orm'
import type { Queries, Transaction } from '#app/db/db.ts'
import { tenantStaff } from '#app/db/schema/accounts.ts'
import { teamMembers, teams, users } from '#app/db/schema/ground.ts'
import { accountEmailJobs } from '#app/domain/accounts/jobs.ts'
import { lockOwner } from '#app/domain/accounts/lock-user.server.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { TeamRole, TeamScope } from '#app/domain/scope.ts'
import type { TenantId } from '../tenants/tenant-name.ts'
import { recordAct } from '#app/domain/teams/audit.server.ts'
import { findRole, setMemberSites } from '#app/domain/teams/members.server.ts'
import type { Services } from '#app/services.ts'
import type { StoreUser } from './bigcommerce-app.ts'
import { findStoreSite } from './store-site.server.ts'

export type StaffRow = {
  userId: number
  endedAt: Date | null
  leftAt: Date | null
  createdAt: Date
}

/** Null: the person is new to the store. */
export async function findStaff(
  queries: Queries,
  tenantRow: number,
  staffId: string,
): Promise<StaffRow | null> {
  const [row] = await queries
    .select({
      userId: tenantStaff.userId,
      endedAt: tenantStaff.endedAt,
      leftAt: tenantStaff.leftAt,
      createdAt: tenantStaff.createdAt,
    })
    .from(tenantStaff)
    .where(and(eq(tenantStaff.tenantId, tenantRow), eq(tenantStaff.staffId, staffId)))
  return row ?? null
}

type NewAccount = { user: StoreUser; tenantId: TenantId; at: Date }

/**
 * An account without a password: only the store's control panel opens it. Its person is asked to confirm the
 * address.
 */
export async function insertStoreAccount(
  tx: Transaction,
  { jobs }: Pick<Services, 'jobs'>,
  { user, tenantId, at }: NewAccount,
): Promise<number> {
  const given = user.email.trim().toLowerCase()
  // Names below .invalid are ours: accounts that have no address are found by them.
  const email = given.endsWith('.invalid') ? '' : given
  const [row] = await tx
    .insert(users)
    .values({
      name: nameFrom(email) || `Person ${user.id}`,
      // Every account has an address. Names below .invalid never get emails (RFC 2606).
      email: email || `${user.id}@${tenantId}.invalid`,
      passwordHash: null,
      passwordCreatedAt: null,
      createdAt: at,
      updatedAt: at,
    })
    .returning({ id: users.id })
  if (!row) throw new Error('The account was not stored.')
  if (email) await jobs.send(accountEmailJobs.verification, { userId: row.id }, tx)
  return row.id
}

/** BigCommerce gives no name. */
const nameFrom = (email: string) => email.split('@', 1)[0]?.slice(0, 100) ?? ''

export type Joining = {
  /** Id of the row in `tenants`. */
  tenantRow: number
  tenantId: TenantId
  team: TeamScope
  user: StoreUser
  owner: StoreUser
  at: Date
}

/** Stores that the person has this account in the store. */
export const insertStaff = async (
  tx: Transaction,
  { tenantRow, team, user, at }: Omit<Joining, 'owner' | 'tenantId'>,
  userId: number,
): Promise<void> => {
  await tx.insert(tenantStaff).values({
    tenantId: tenantRow,
    staffId: user.id,
    teamId: team.teamId,
    userId,
    createdAt: at,
  })
}

/**
 * Adds a person whom the store's admin vouches for to its organization, as a colleague of a member. The
 * organization is locked. Without a colleague it has nothing to do with the store's people any more.
 *
 * @returns the account; null: no member is of the store's people
 */
export async function addColleague(
  tx: Transaction,
  services: Pick<Services, 'jobs'>,
  joining: Joining,
): Promise<number | null> {
  const { tenantRow, tenantId, team, user, owner, at } = joining
  const { teamId } = team
  await lockOwner(tx, teamId)
  const [colleague] = await tx
    .select({ userId: teamMembers.userId })
    .from(tenantStaff)
    .innerJoin(teamMembers, eq(teamMembers.userId, tenantStaff.userId))
    .where(
      and(
        eq(tenantStaff.tenantId, tenantRow),
        isNull(tenantStaff.endedAt),
        inTeam(teamMembers, team),
      ),
    )
    .limit(1)
  if (!colleague) return null
  const userId = await insertStoreAccount(tx, services, { user, tenantId, at })
  await insertStaff(tx, joining, userId)
  const role: TeamRole = 'editor'
  await tx.insert(teamMembers).values({ teamId, userId, role, createdAt: at })
  const details = { role }
  await recordAct(tx, { teamId, actor: { id: userId }, at }, { act: 'member.joined', details })
  if (user.id === owner.id) await makeOwner(tx, joining, userId)
  return userId
}

/**
 * A person whom the store let in again after it had taken them out. They see its site and change nothing,
 * until the organization gives them more: what was signed for the visit can have taken them out as well.
 */
export async function returnColleague(
  tx: Transaction,
  { tenantRow, tenantId, team, user, at }: Joining,
  userId: number,
): Promise<void> {
  const { teamId } = team
  await tx
    .update(tenantStaff)
    // A removal that was signed before is about the earlier time.
    .set({ leftAt: null, createdAt: at })
    .where(and(eq(tenantStaff.tenantId, tenantRow), eq(tenantStaff.staffId, user.id)))
  if ((await findRole(tx, teamId, userId)) !== null) return
  const site = await findStoreSite(tx, tenantId)
  const role: TeamRole = 'analyst'
  await tx.insert(teamMembers).values({ teamId, userId, role, seesAllSites: false, createdAt: at })
  await setMemberSites(tx, { teamId, userId }, site ? [site.siteId] : [])
  const who = { teamId, actor: { id: userId }, at }
  await recordAct(tx, who, { act: 'member.joined', details: { role } })
}

/**
 * The store's owner takes over from the colleague who installed the app. An organization that belongs to
 * someone with a login of another kind stays theirs.
 */
async function makeOwner(
  tx: Transaction,
  { tenantRow, team, at }: Joining,
  userId: number,
): Promise<void> {
  const { teamId } = team
  const [before] = await tx
    .select({ userId: teams.ownerId })
    .from(teams)
    .innerJoin(
      tenantStaff,
      and(eq(tenantStaff.userId, teams.ownerId), eq(tenantStaff.tenantId, tenantRow)),
    )
    .innerJoin(users, eq(users.id, teams.ownerId))
    .where(and(inTeam(teams, team), isNull(users.passwordHash)))
  if (!before) return
  const setRole = (of: number, role: TeamRole) =>
    tx
      .update(teamMembers)
      .set({ role, seesAllSites: true })
      .where(and(inTeam(teamMembers, team), eq(teamMembers.userId, of)))
  await setRole(before.userId, 'admin')
  await setRole(userId, 'owner')
  await tx.update(teams).set({ ownerId: userId, updatedAt: at }).where(inTeam(teams, team))
  await recordAct(
    tx,
    { teamId, actor: { id: before.userId }, at },
    { act: 'team.transferred', details: { member: userId } },
  )
}
