/** A person's page in the kiosk. */
import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import { passkeys, supportRequests, teams, twoFactors, users } from '#app/db/schema/index.ts'
import { listDevices } from '#app/domain/accounts/login/devices.server.ts'
import { listStaffActs } from '#app/domain/accounts/staff/list-staff-acts.server.ts'
import { readLastStaffAct } from '#app/domain/accounts/staff/run-staff-act.server.ts'
import { findAskedReset } from '#app/domain/accounts/staff/user-acts.server.ts'
import { sumPaid } from '#app/domain/billing/figures/paid-in-total.server.ts'
import { findAskedErasure } from '#app/domain/lifecycle/staff/erase-by-staff.server.ts'
import { listMemberships, type Membership } from '#app/domain/teams/teams.server.ts'
import type { Services } from '#app/services.ts'

export type KioskUser = NonNullable<Awaited<ReturnType<typeof readKioskUser>>>

/** Support requests on the page. */
const requestCount = 5

/** Null: there is no such person. */
export async function readKioskUser(services: Services, userId: number) {
  const { db } = services
  const [user] = await db.system
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      verifiedAt: users.emailVerifiedAt,
      isStaff: users.isStaff,
      suspendedAt: users.suspendedAt,
      suspensionNotice: users.suspensionNotice,
      passwordAt: users.passwordCreatedAt,
      createdAt: users.createdAt,
      factor: twoFactors.method,
    })
    .from(users)
    .leftJoin(twoFactors, and(eq(twoFactors.userId, users.id), isNotNull(twoFactors.confirmedAt)))
    .where(eq(users.id, userId))
  if (!user) return null

  const [memberships, devices, passkeyCount, requests, acts, lastActId, askedReset, askedErasure] =
    await Promise.all([
      listMemberships(services, userId),
      listDevices(services, userId, ''),
      db.system.$count(passkeys, eq(passkeys.userId, userId)),
      db.system
        .select({
          id: supportRequests.id,
          subject: supportRequests.subject,
          at: supportRequests.createdAt,
        })
        .from(supportRequests)
        .where(eq(supportRequests.userId, userId))
        .orderBy(desc(supportRequests.id))
        .limit(requestCount),
      listStaffActs(services, { subject: { userId }, before: null }),
      readLastStaffAct(services, { userId }),
      findAskedReset(services, userId),
      findAskedErasure(services, { userId }),
    ])
  return {
    ...user,
    teams: await readTeams(services, memberships),
    devices: devices.map(({ id, name, startedAt, lastUsedAt }) => ({
      id,
      name,
      startedAt,
      lastUsedAt,
    })),
    passkeyCount,
    requests,
    acts: acts.entries,
    lastActId,
    askedReset,
    askedErasure,
  }
}

/** The organizations of a person, with what they have and paid. */
async function readTeams(services: Services, memberships: readonly Membership[]) {
  const ids = memberships.map(({ scope }) => scope.teamId)
  const [rows, paid] = await Promise.all([
    services.db.system
      .select({ id: teams.id, plan: teams.plan })
      .from(teams)
      .where(inArray(teams.id, ids)),
    sumPaid(services, ids),
  ])
  const plans = new Map(rows.map(({ id, plan }) => [id, plan]))
  return memberships.map(({ scope: { teamId: id }, name, role }) => ({
    id,
    name,
    role,
    plan: plans.get(id) ?? '',
    paid: paid.get(id) ?? [],
  }))
}
