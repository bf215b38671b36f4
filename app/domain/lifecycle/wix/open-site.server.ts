/**
 * Someone opens the app in the dashboard of a site in Wix. The first visit creates what is missing: it may come
 * before Wix’ webhook about the install, and after one.
 */
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { wixInstances } from '#app/db/schema/billing.ts'
import { sites, teamMembers, users } from '#app/db/schema/ground.ts'
import { tenants } from '#app/db/schema/shops.ts'
import { InstanceRefused, type WixApp, type WixSite } from '#app/domain/billing/channels/wix.ts'
import { findTeamScope } from '#app/domain/find-scope.server.ts'
import { recordAct } from '#app/domain/teams/audit.server.ts'
import { hasSeat } from '#app/domain/teams/members.ts'
import { countMembers, lockTeam, setMemberSites } from '#app/domain/teams/members.server.ts'
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
  urlOf,
} from './wix-site.server.ts'

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
  /** The address of their account is taken by one that Wix didn't open. */
  | 'person'
  /** Another company charges the site's organization. */
  | 'pays'

/**
 * The account of a person who manages the site in Wix: one for each person and site, without a password. Wix
 * shows apps no address of theirs, so none of theirs is taken for it. The first one owns the organization
 * that the site gets; the others edit this site and no other one of it.
 */
export async function openWixSite(
  services: Services,
  wix: WixApp,
  person: WixPerson,
): Promise<{ userId: number } | { refused: WixRefusal }> {
  const known = await findOpened(services, person)
  if (known !== null) return { userId: known }
  let site: WixSite
  try {
    site = await wix.readSite(person.instanceId)
  } catch (error) {
    if (error instanceof InstanceRefused) return { refused: 'removed' }
    if (isFailedCall(error)) return { refused: 'away' }
    throw error
  }
  try {
    return await services.db.transaction((tx) => storeOpening(tx, services, { person, site }))
  } catch (error) {
    // A plan by card, for example, that the organization bought since.
    if (error instanceof Refusal && error.code === 'conflict') return { refused: 'pays' }
    throw error
  }
}

/** Belongs to no domain, so it gets no email and no link to a new password. */
const emailOf = ({ personId, instanceId }: WixPerson) => `${personId}@${instanceId}.wix.invalid`

/** Null: something is missing, or may have changed at Wix. */
async function findOpened({ db }: Services, person: WixPerson): Promise<number | null> {
  const [row] = await db.system
    .select({ userId: users.id, url: sites.url })
    .from(tenants)
    .innerJoin(
      wixInstances,
      and(eq(wixInstances.instanceId, tenants.tenantId), eq(wixInstances.teamId, tenants.teamId)),
    )
    .innerJoin(sites, eq(sites.id, wixInstances.siteId))
    .innerJoin(users, eq(users.email, emailOf(person)))
    .where(
      and(
        isTenant(tenantOfInstance(person.instanceId)),
        eq(tenants.state, 'installed'),
        isNull(wixInstances.removedAt),
      ),
    )
  return row && !isUnpublished(row.url) ? row.userId : null
}

type Opening = { person: WixPerson; site: WixSite }

async function storeOpening(
  tx: Transaction,
  services: Services,
  { person, site }: Opening,
): Promise<{ userId: number } | { refused: WixRefusal }> {
  const { instanceId } = person
  const at = services.now()
  await lockInstance(tx, instanceId)
  const linked = await findLinked(tx, instanceId)
  const team = linked && (await findTeamScope(tx, linked.teamId))
  if (team) await lockTeam(tx, team.teamId)
  const [user] = await tx
    .select({ id: users.id, hasPassword: isNotNull(users.passwordHash) })
    .from(users)
    .where(eq(users.email, emailOf(person)))
  // No form takes such an address, and only an account of Wix may own what Wix’ visit creates.
  if (!team && user?.hasPassword) return { refused: 'person' }
  if (team && !user) {
    const { members, limit } = await countMembers(tx, team.teamId)
    if (!hasSeat(members, limit)) return { refused: 'seats' }
  }
  const userId = user?.id ?? (await insertPerson(tx, person, at))
  const of = team ?? (await insertTeam(tx, { owner: { id: userId }, name: nameOf(site), at }))
  const adding = { team: of, userId, instanceId, site, at, isLimited: false }
  const siteId = linked?.siteId ?? (await findOrAddSite(tx, adding))
  if (linked?.siteId != null) await renewAddress(tx, services, { siteId, instanceId, site })
  await attachInstance(tx, services, { team: of, instanceId, siteId, at })
  if (team && !user) {
    const { teamId } = team
    await tx
      .insert(teamMembers)
      .values({ teamId, userId, role: 'editor', seesAllSites: false, createdAt: at })
    await setMemberSites(tx, { teamId, userId }, [siteId])
    const who = { teamId, actor: { id: userId }, at }
    await recordAct(tx, who, { act: 'member.joined', details: { role: 'editor' } })
  }
  return { userId }
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

async function insertPerson(tx: Transaction, person: WixPerson, at: Date): Promise<number> {
  const [row] = await tx
    .insert(users)
    .values({
      name: 'Wix user',
      email: emailOf(person),
      emailVerifiedAt: null,
      passwordHash: null,
      passwordCreatedAt: null,
      createdAt: at,
      updatedAt: at,
    })
    .returning({ id: users.id })
  if (!row) throw new Error('The account was not stored.')
  return row.id
}

type Renewing = { siteId: number; instanceId: string; site: WixSite }

/** A site that was published since gets its address. One that its people changed by hand stays. */
async function renewAddress(
  tx: Transaction,
  { siteCache, now }: Services,
  { siteId, instanceId, site }: Renewing,
): Promise<void> {
  const url = urlOf(instanceId, site)
  const [row] = await tx
    .select({ url: sites.url, teamId: sites.teamId })
    .from(sites)
    .where(eq(sites.id, siteId))
  if (!row || !isUnpublished(row.url) || isUnpublished(url)) return
  // The organization may have added it by hand.
  const taken = and(eq(sites.teamId, row.teamId), eq(sites.url, url))
  if ((await tx.$count(sites, taken)) > 0) return
  const [changed] = await tx
    .update(sites)
    .set({ url, updatedAt: now() })
    .where(eq(sites.id, siteId))
    .returning({ uuid: sites.uuid })
  if (changed) siteCache.invalidateOnCommit(tx, changed.uuid)
}
