/**
 * Which account a person of a site or store has: one that was created for them when its admin first vouched
 * for them, by the system's name for the person. An account with the same address that exists is another one,
 * because no system here shows that it has checked the address.
 */
import { and, eq, isNull } from 'drizzle-orm'
import type { Queries, Transaction } from '#app/db/db.ts'
import { tenantStaff } from '#app/db/schema/accounts.ts'
import { teamMembers, users } from '#app/db/schema/ground.ts'
import { tenants } from '#app/db/schema/shops.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { hasSeat } from '#app/domain/teams/members.ts'
import { countMembers } from '#app/domain/teams/members.server.ts'
import { readTenantId, type TenantId } from './tenant-name.ts'

export type StaffRow = {
  userId: number
  endedAt: Date | null
  leftAt: Date | null
  createdAt: Date
}

/** Null: the person is new there. @param tenantRow id in `tenants` */
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

type NewAccount = {
  tenantId: TenantId
  staffId: string
  name: string
  /** Empty: the system names none. */
  email: string
  at: Date
}

/** An account without a password: only the admin of the site or store opens it. */
export async function insertStaffAccount(
  tx: Transaction,
  { tenantId, staffId, name, email, at }: NewAccount,
): Promise<number> {
  const [row] = await tx
    .insert(users)
    .values({
      name,
      // Every account has an address. Names below .invalid never get emails (RFC 2606).
      email: email || `${staffId}@${tenantId}.invalid`,
      passwordHash: null,
      passwordCreatedAt: null,
      createdAt: at,
      updatedAt: at,
    })
    .returning({ id: users.id })
  if (!row) throw new Error('The account was not stored.')
  return row.id
}

type NewStaff = { tenantRow: number; team: TeamScope; staffId: string; userId: number; at: Date }

/** Stores that the person has this account there. */
export const insertStaff = async (
  tx: Transaction,
  { tenantRow, team, staffId, userId, at }: NewStaff,
): Promise<void> => {
  await tx
    .insert(tenantStaff)
    .values({ tenantId: tenantRow, staffId, teamId: team.teamId, userId, createdAt: at })
}

/** Stores that a person who never came may not open the app, with an empty account. */
export async function insertRemovedStaff(
  tx: Transaction,
  { tenantId, ...person }: Omit<NewStaff, 'userId'> & { tenantId: TenantId },
): Promise<void> {
  const { tenantRow, staffId, at } = person
  const userId = await insertEmptyAccount(tx, { tenantId, staffId, at })
  await insertStaff(tx, { ...person, userId })
  await tx.update(tenantStaff).set({ leftAt: at }).where(isPerson(tenantRow, staffId))
}

const insertEmptyAccount = (
  tx: Transaction,
  { tenantId, staffId, at }: Pick<NewAccount, 'tenantId' | 'staffId' | 'at'>,
): Promise<number> => {
  const name = `Person ${staffId}`.slice(0, 100)
  return insertStaffAccount(tx, { tenantId, staffId, name, email: '', at })
}

/**
 * Puts an empty account in the place of one that is about to be erased, so its person isn't new to the site or
 * store: whoever was removed stays removed, and a member comes back with the least rights. The system's
 * number of the person stays.
 */
export async function keepErasedStaff(
  tx: Transaction,
  { userId, at }: { userId: number; at: Date },
): Promise<void> {
  const rows = await tx
    .select({
      tenantRow: tenantStaff.tenantId,
      tenantName: tenants.tenantId,
      staffId: tenantStaff.staffId,
      memberId: teamMembers.userId,
    })
    .from(tenantStaff)
    .innerJoin(tenants, eq(tenants.id, tenantStaff.tenantId))
    .leftJoin(
      teamMembers,
      and(eq(teamMembers.teamId, tenantStaff.teamId), eq(teamMembers.userId, tenantStaff.userId)),
    )
    .where(eq(tenantStaff.userId, userId))
  for (const { tenantRow, tenantName, staffId, memberId } of rows) {
    const tenantId = readTenantId(tenantName)
    if (tenantId === null) throw new Error('A stored tenant has a name of another form.')
    const empty = await insertEmptyAccount(tx, { tenantId, staffId, at })
    await tx
      .update(tenantStaff)
      .set({ userId: empty, ...(memberId === null ? {} : { leftAt: at }) })
      .where(isPerson(tenantRow, staffId))
  }
}

const isPerson = (tenantRow: number, staffId: string) =>
  and(eq(tenantStaff.tenantId, tenantRow), eq(tenantStaff.staffId, staffId))

/** A person who left is here again. A removal that was signed before is about the earlier time. */
export const returnStaff = async (
  tx: Transaction,
  { tenantRow, staffId, at }: Pick<NewStaff, 'tenantRow' | 'staffId' | 'at'>,
): Promise<void> => {
  await tx
    .update(tenantStaff)
    .set({ leftAt: null, createdAt: at })
    .where(isPerson(tenantRow, staffId))
}

/** Whether a person of the site or store got an account, and wasn't removed: anyone can report themselves as removed. */
export const hasStaff = async (queries: Queries, tenantRow: number): Promise<boolean> =>
  (await queries.$count(
    tenantStaff,
    and(eq(tenantStaff.tenantId, tenantRow), isNull(tenantStaff.leftAt)),
  )) > 0

/** Whether a member of the organization is of the site's or store's people. */
export async function hasStaffMember(
  tx: Queries,
  { tenantRow, team }: { tenantRow: number; team: TeamScope },
): Promise<boolean> {
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
  return colleague !== undefined
}

/** Whether the organization has a seat for another person. It is locked. */
export async function hasRoom(tx: Queries, { teamId }: TeamScope): Promise<boolean> {
  const { members, limit } = await countMembers(tx, teamId)
  return hasSeat(members, limit)
}
