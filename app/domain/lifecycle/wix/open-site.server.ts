/**
 * Someone opens the app in the dashboard of a site in Wix. The first visit creates what is missing: it may come
 * before Wix’ webhook about the install, and after one.
 */
import { and, eq, exists, gt, isNotNull, isNull, or } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { tenantStaff } from '#app/db/schema/accounts.ts'
import { wixInstances } from '#app/db/schema/billing.ts'
import { sites, teamMembers, users } from '#app/db/schema/ground.ts'
import { tenants } from '#app/db/schema/shops.ts'
import { InstanceRefused, type WixApp, type WixSite } from '#app/domain/billing/channels/wix.ts'
import { lockOwner } from '#app/domain/accounts/lock-user.server.ts'
import { embedWixScriptJob } from '#app/domain/shops/jobs.ts'
import { installMillis } from '#app/domain/shops/later-attempts.server.ts'
import { findTeamScope } from '#app/domain/find-scope.server.ts'
import {
  findStaff,
  hasRoom,
  hasStaffMember,
  insertStaff,
  insertStaffAccount,
  returnStaff,
  type StaffRow,
} from '#app/domain/shops/tenants/tenant-staff.server.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { TeamRole, TeamScope } from '#app/domain/scope.ts'
import { recordAct } from '#app/domain/teams/audit.server.ts'
import { lockTeam, setMemberSites } from '#app/domain/teams/members.server.ts'
import { insertTeam } from '#app/domain/teams/teams.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import {
  attachInstance,
  findOrAddSite,
  isTenant,
  isUnpublished,
  lockInstance,
  nameOf,
  tenantOfInstance,
} from './wix-site.server.ts'
import { followAddress, isFreeAddress, renewAddress } from './renew-address.server.ts'

/** Proven by Wix. */
export type WixPerson = { instanceId: string; personId: string }

/** Why the person gets in nowhere. */
export type WixRefusal =
  /** Wix gives the app no access to the site. */
  | 'removed'
  /** Wix doesn't answer, and something is missing. */
  | 'away'
  /** The plan of the site's organization has no seat left. */
  | 'seats'
  /** The account got a password, which alone opens it. */
  | 'ended'
  /** The address of the organization's owner was proven to be someone else's, who doesn't know the site. */
  | 'member'
  /** Another company charges the site's organization. */
  | 'pays'

/**
 * Opens the account of a person who manages the site in Wix: one for each person and site, without a
 * password. Wix doesn't give apps the person's email address, so the account never gets it. The first person
 * owns the organization that is created for the site. The others can edit this site and no other.
 */
export async function openWixSite(
  services: Services,
  wix: WixApp,
  person: WixPerson,
): Promise<{ userId: number } | { refused: WixRefusal }> {
  const known = await findOpened(services, person)
  if (known) {
    if (known.waitsForScript) {
      const { instanceId } = person
      await services.jobs.send(embedWixScriptJob, { instanceId, isExtra: true })
    }
    if (known.isFree) await followAddress(services, wix, { ...person, siteId: known.siteId })
    return { userId: known.userId }
  }
  let site: WixSite
  try {
    site = await wix.readSite(person.instanceId)
  } catch (error) {
    if (error instanceof InstanceRefused) return { refused: 'removed' }
    if (isFailedCall(error)) return { refused: 'away' }
    throw error
  }
  try {
    const timeZone = await wix.readTimeZone(person.instanceId)
    const opening = { person, site, timeZone }
    return await services.db.transaction((tx) => storeOpening(tx, services, opening))
  } catch (error) {
    // A plan by card, for example, that the organization bought since.
    if (error instanceof Refusal && error.code === 'conflict') return { refused: 'pays' }
    throw error
  }
}

type Opened = {
  userId: number
  /** No page has loaded the pixel, though the install had the time to put it there. */
  waitsForScript: boolean
  siteId: number
  /** Its address is one of Wix’, which a domain replaces later. */
  isFree: boolean
}

/** Null: something is missing, or may have changed at Wix. */
async function findOpened({ db, now }: Services, person: WixPerson): Promise<Opened | null> {
  const [row] = await db.system
    .select({
      userId: tenantStaff.userId,
      siteId: sites.id,
      url: sites.url,
      pixelSeenAt: sites.pixelSeenAt,
      installedAt: tenants.installedAt,
    })
    .from(tenants)
    .innerJoin(
      wixInstances,
      and(eq(wixInstances.instanceId, tenants.tenantId), eq(wixInstances.teamId, tenants.teamId)),
    )
    .innerJoin(sites, eq(sites.id, wixInstances.siteId))
    .innerJoin(
      tenantStaff,
      and(eq(tenantStaff.tenantId, tenants.id), eq(tenantStaff.staffId, person.personId)),
    )
    .where(
      and(
        isTenant(tenantOfInstance(person.instanceId)),
        eq(tenants.state, 'installed'),
        isNull(wixInstances.removedAt),
        isNull(tenantStaff.endedAt),
        isNull(tenantStaff.leftAt),
      ),
    )
  if (!row || isUnpublished(row.url)) return null
  const { userId, siteId, pixelSeenAt, installedAt } = row
  const age = now().getTime() - installedAt.getTime()
  const waitsForScript = pixelSeenAt === null && age > installMillis
  return { userId, siteId, waitsForScript, isFree: isFreeAddress(row.url) }
}

type Opening = { person: WixPerson; site: WixSite; timeZone: string | null }

async function storeOpening(
  tx: Transaction,
  services: Services,
  { person, site, timeZone }: Opening,
): Promise<{ userId: number } | { refused: WixRefusal }> {
  const { instanceId, personId: staffId } = person
  const at = services.now()
  await lockInstance(tx, instanceId)
  const linked = await findLinked(tx, instanceId)
  const team = linked && (await findTeamScope(tx, linked.teamId))
  if (team) await lockTeam(tx, team.teamId)
  const tenantRow = await findRow(tx, instanceId)
  const known =
    tenantRow === null
      ? null
      : ((await findStaff(tx, tenantRow, staffId)) ??
        (team && (await takeFormer(tx, { person, team, tenantRow, at }))))
  if (known?.endedAt) return { refused: 'ended' }
  // They erased their account as a member.
  const isBack = known !== null && known.leftAt !== null
  if (team && (!known || isBack)) {
    const refused = await findRefusal(tx, { team, tenantRow })
    if (refused) return { refused }
  }
  const userId = known?.userId ?? (await insertPerson(tx, person, at))
  const of = team ?? (await insertTeam(tx, { owner: { id: userId }, name: nameOf(site), at }))
  const adding = { team: of, userId, instanceId, site, timeZone, at, isLimited: false }
  const siteId = linked?.siteId ?? (await findOrAddSite(tx, adding))
  if (linked?.siteId != null) await renewAddress(tx, services, { siteId, instanceId, site })
  const attached = await attachInstance(tx, services, { team: of, instanceId, siteId, at })
  if (known && !isBack) return { userId }
  if (isBack) await returnStaff(tx, { tenantRow: attached, staffId, at })
  else await insertStaff(tx, { tenantRow: attached, team: of, staffId, userId, at })
  const role: TeamRole = isBack ? 'analyst' : 'editor'
  if (team) await addColleague(tx, { team, userId, siteId, role, at })
  return { userId }
}

type Former = { person: WixPerson; team: TeamScope; tenantRow: number; at: Date }

/**
 * A person whose account the release before this one created after the migration that gave people their rows: nodes
 * of it run beside new ones during an update. One that is older than the site's row and no member is of an
 * organization that was deleted.
 */
async function takeFormer(
  tx: Transaction,
  { person, team, tenantRow, at }: Former,
): Promise<StaffRow | null> {
  const isMember = exists(
    tx
      .select({ userId: teamMembers.userId })
      .from(teamMembers)
      .where(and(inTeam(teamMembers, team), eq(teamMembers.userId, users.id))),
  )
  const [account] = await tx
    .select({ userId: users.id })
    .from(users)
    .innerJoin(tenants, eq(tenants.id, tenantRow))
    .where(
      and(
        eq(users.email, formerAddress(person)),
        or(gt(users.createdAt, tenants.createdAt), isMember),
      ),
    )
    .limit(1)
  if (!account) return null
  const { userId } = account
  await insertStaff(tx, { tenantRow, team, staffId: person.personId, userId, at })
  return findStaff(tx, tenantRow, person.personId)
}

/** By it the release before this one finds people. Accounts get it as long as its nodes may run. */
const formerAddress = ({ instanceId, personId }: WixPerson) =>
  `${personId}@${tenantOfInstance(instanceId).tenantId}.wix.invalid`

/** A new person's. The organization is locked. No member of one that joined from outside is the site's. */
async function findRefusal(
  tx: Transaction,
  { team, tenantRow }: { team: TeamScope; tenantRow: number | null },
): Promise<'member' | 'seats' | null> {
  await lockOwner(tx, team.teamId)
  if (tenantRow !== null) {
    const isEnded = and(eq(tenantStaff.tenantId, tenantRow), isNotNull(tenantStaff.endedAt))
    const hasEnded = (await tx.$count(tenantStaff, isEnded)) > 0
    if (hasEnded && !(await hasStaffMember(tx, { tenantRow, team }))) return 'member'
  }
  return (await hasRoom(tx, team)) ? null : 'seats'
}

type Adding = { team: TeamScope; userId: number; siteId: number; role: TeamRole; at: Date }

async function addColleague(
  tx: Transaction,
  { team: { teamId }, userId, siteId, role, at }: Adding,
): Promise<void> {
  await tx.insert(teamMembers).values({ teamId, userId, role, seesAllSites: false, createdAt: at })
  await setMemberSites(tx, { teamId, userId }, [siteId])
  const who = { teamId, actor: { id: userId }, at }
  await recordAct(tx, who, { act: 'member.joined', details: { role } })
}

async function findRow(tx: Transaction, instanceId: string): Promise<number | null> {
  const [row] = await tx
    .select({ id: tenants.id })
    .from(tenants)
    .where(isTenant(tenantOfInstance(instanceId)))
  return row?.id ?? null
}

/** The organization that the instance has, from the row of either. */
async function findLinked(
  tx: Transaction,
  instanceId: string,
): Promise<{ teamId: number; siteId: number | null } | null> {
  const [paying] = await tx
    .select({ teamId: wixInstances.teamId, siteId: wixInstances.siteId })
    .from(wixInstances)
    .where(eq(wixInstances.instanceId, instanceId))
  if (paying) return paying
  const [tenant] = await tx
    .select({ teamId: tenants.teamId })
    .from(tenants)
    .where(isTenant(tenantOfInstance(instanceId)))
  return tenant && tenant.teamId !== null ? { teamId: tenant.teamId, siteId: null } : null
}

/** Wix shows apps neither a name nor an address. */
const insertPerson = (tx: Transaction, person: WixPerson, at: Date): Promise<number> => {
  const { tenantId } = tenantOfInstance(person.instanceId)
  const [staffId, email] = [person.personId, formerAddress(person)]
  return insertStaffAccount(tx, { tenantId, staffId, name: 'Wix user', email, at })
}
