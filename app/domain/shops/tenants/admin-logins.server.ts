/** The ways into an account by admins of sites and stores: what runs in their frames, and which ones ended. */
import { and, asc, desc, eq, gt, isNotNull, isNull, type SQL } from 'drizzle-orm'
import { frameSessions, tenantStaff } from '#app/db/schema/accounts.ts'
import { teamMembers, teams } from '#app/db/schema/ground.ts'
import { tenants } from '#app/db/schema/shops.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import {
  checkPassword,
  requireStillConfirmed,
} from '#app/domain/accounts/profile/profile.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { adminAddressOf } from './admin-address.server.ts'
import { readTenantId, type FramedPlatform } from './tenant-name.ts'

/** The admin of a site or store. */
export type TenantAdmin = {
  platform: FramedPlatform
  /** The system's name of the site or store. */
  tenant: string
  /** Name of its organization, as its people typed it. */
  organization: string
  /** Where a store's control panel is. Null: no address shows which site it is. */
  host: string | null
}

export type AdminSession = TenantAdmin & {
  id: string
  /** The frame of this request. */
  isThis: boolean
  startedAt: Date
}

/** Those that run, newest first. */
export async function listAdminSessions(
  services: Services,
  { id: userId, frameSessionId }: Pick<Account, 'id' | 'frameSessionId'>,
): Promise<AdminSession[]> {
  const rows = await services.db.system
    .select({
      id: frameSessions.id,
      startedAt: frameSessions.createdAt,
      platform: tenants.platform,
      tenant: tenants.tenantId,
      organization: teams.name,
    })
    .from(frameSessions)
    .innerJoin(tenants, eq(tenants.id, frameSessions.tenantId))
    .innerJoin(teams, eq(teams.id, frameSessions.teamId))
    .where(and(eq(frameSessions.userId, userId), gt(frameSessions.expiresAt, services.now())))
    .orderBy(desc(frameSessions.createdAt))
  return rows.map((row) => ({
    ...row,
    isThis: row.id === frameSessionId,
    host: hostOf(services, row),
  }))
}

/** Ignores ids of other people's. */
export const endAdminSession = async (
  { db }: Services,
  userId: number,
  id: string,
): Promise<void> => {
  await db.system
    .delete(frameSessions)
    .where(and(eq(frameSessions.userId, userId), eq(frameSessions.id, id)))
}

/**
 * Admins that no longer open the account, because it got a password outside of them, and could again: the app is
 * installed there and the person is a member. People without a password have no other login, so they have none.
 */
export async function listEndedAdmins(services: Services, userId: number): Promise<TenantAdmin[]> {
  const rows = await services.db.system
    .select({
      platform: tenants.platform,
      tenant: tenants.tenantId,
      organization: teams.name,
    })
    .from(tenantStaff)
    .innerJoin(tenants, eq(tenants.id, tenantStaff.tenantId))
    .innerJoin(teams, eq(teams.id, tenants.teamId))
    .innerJoin(
      teamMembers,
      and(eq(teamMembers.teamId, tenants.teamId), eq(teamMembers.userId, tenantStaff.userId)),
    )
    .where(and(eq(tenants.state, 'installed'), isEndedFor(userId)))
    .orderBy(asc(teams.name), asc(tenants.id))
  return rows.map((row) => ({ ...row, host: hostOf(services, row) }))
}

/** Not of people whom the system took out. */
const isEndedFor = (userId: number): SQL | undefined =>
  and(eq(tenantStaff.userId, userId), isNotNull(tenantStaff.endedAt), isNull(tenantStaff.leftAt))

type Allowing = { platform: FramedPlatform; tenant: string; password: string }

/**
 * Lets an admin open the account again, for the person who was known there. It's a whole login, so it takes the
 * password.
 *
 * @throws Refusal `invalid` at the field `password`, `too_many`, `not_found` for an admin that isn't listed
 */
export async function allowAdmin(
  services: Services,
  asker: { account: Account; address: string },
  { platform, tenant, password }: Allowing,
): Promise<void> {
  const proof = await checkPassword(services, asker, { password })
  const { id: userId } = asker.account
  const listed = await listEndedAdmins(services, userId)
  if (!listed.some((one) => one.platform === platform && one.tenant === tenant)) {
    throw new Refusal('not_found', 'Nothing to allow: reload the page.')
  }
  await services.db.transaction(async (tx) => {
    await requireStillConfirmed(tx, proof, 'password')
    const [row] = await tx
      .select({ id: tenants.id })
      .from(tenants)
      .where(and(eq(tenants.platform, platform), eq(tenants.tenantId, tenant)))
    await tx
      .update(tenantStaff)
      .set({ endedAt: null })
      .where(and(eq(tenantStaff.tenantId, row?.id ?? 0), isEndedFor(userId)))
  })
}

function hostOf(
  services: Services,
  { platform, tenant }: Pick<TenantAdmin, 'platform' | 'tenant'>,
): string | null {
  const tenantId = readTenantId(tenant)
  if (platform === 'wix' || tenantId === null) return null
  const address = adminAddressOf(services, { platform, tenantId })?.('/')
  return address === undefined ? null : new URL(address).host
}
