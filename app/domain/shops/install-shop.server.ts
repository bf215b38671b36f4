/**
 * The first visit of a shop's staff: makes the organization, the site and the accounts that are
 * missing, and finds again what an earlier install left.
 */
import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { sites, teamMembers, users } from '#app/db/schema/ground.ts'
import { shopStaff } from '#app/db/schema/accounts.ts'
import { shops } from '#app/db/schema/shops.ts'
import { lockOwner } from '#app/domain/accounts/lock-user.server.ts'
import { openConnection } from '#app/domain/connections/connections.server.ts'
import { planColumns } from '#app/domain/plans/change-plan.server.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { TeamRole, TeamScope } from '#app/domain/scope.ts'
import { knownTimeZone } from '#app/domain/sites/site-details.ts'
import { normalizeSiteUrl } from '#app/domain/sites/site-url.ts'
import { insertSite } from '#app/domain/sites/sites.server.ts'
import { recordAct } from '#app/domain/teams/audit.server.ts'
import { lockTeam } from '#app/domain/teams/members.server.ts'
import { insertTeam } from '#app/domain/teams/teams.server.ts'
import type { Services } from '#app/services.ts'
import { findAdmission, hasColleague } from './admission.server.ts'
import { newBackfill, sendBackfill } from './backfill-state.server.ts'
import { makeOwner } from './make-owner.server.ts'
import { teamOfShop } from './shop-scope.ts'
import { grantColumns } from './shop-tokens.server.ts'
import {
  SessionRefused,
  StaffNotAdmitted,
  type OfflineGrant,
  type ShopDetails,
  type Shopify,
  type ShopSession,
  type StaffMember,
} from './shopify.ts'
import { shorten } from '#app/lib/storable-text.ts'

/** Every shop starts with it: nothing was paid yet. */
export const firstShopPlan = 'free-shopify'

/**
 * Idempotent, and safe when two people open the app for the first time at the same moment.
 *
 * @throws SessionRefused, StaffNotAdmitted, ShopClosed, AccessEnded, TryLater, BadRecord; nothing is stored
 * then
 */
export async function installShop(
  services: Services,
  shopify: Shopify,
  { session, token }: { session: ShopSession; token: string },
): Promise<void> {
  // Asked again under the shop's lock. Without it, each refused visit would cost Shopify's time.
  const admission = await findAdmission(services.db.system, session)
  if (admission?.as === 'unknown') throw new StaffNotAdmitted()
  const [grant, staff] = await Promise.all([
    shopify.exchangeOffline(session.shop, token),
    shopify.exchangeOnline(session.shop, token),
  ])
  if (staff.id !== session.staffId) throw new SessionRefused()
  const details = await shopify.readShop(session.shop, grant.accessToken)
  const at = services.now()
  await services.db.transaction(async (tx) => {
    await lockShop(tx, session.shop)
    await storeVisit(tx, services, {
      domain: session.shop,
      grant,
      staff,
      details,
      at,
    })
    await sendBackfill(tx, services)
  })
}

/** There may be no row to lock yet. */
export async function lockShop(tx: Transaction, domain: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`shop ${domain}`}, 0))`)
}

type Visit = {
  domain: string
  grant: OfflineGrant
  staff: StaffMember
  details: ShopDetails
  at: Date
}

async function storeVisit(tx: Transaction, services: Services, visit: Visit): Promise<void> {
  const { domain, staff, details, at } = visit
  const [known] = await tx.select().from(shops).where(eq(shops.domain, domain))
  if (!known) {
    await createShop(tx, services, visit)
    return
  }

  const { id: shopId, teamId, uninstalledAt } = known
  await lockTeam(tx, teamId)
  const team = teamOfShop(known)
  const userId = await findOrAddStaff(tx, {
    shopId,
    team,
    staff,
    details,
    domain,
    at,
  })
  const site = await findOrAddSite(tx, services, {
    known,
    team,
    userId,
    visit,
  })
  await tx
    .update(shops)
    .set({
      ...grantColumns(services, visit),
      ...namesOf(details),
      ...(await connectShop(tx, { teamId, siteId: site, domain, at })),
      ...(uninstalledAt || known.siteId === null ? newBackfill(at) : {}),
      siteId: site,
      uninstalledAt: null,
      purgeAt: null,
      ...(uninstalledAt ? { installedAt: at } : {}),
    })
    .where(eq(shops.id, shopId))
}

async function createShop(tx: Transaction, services: Services, visit: Visit): Promise<void> {
  const { domain, staff, details, at } = visit
  const userId = await insertStaffAccount(tx, { staff, domain, at })
  const plan = planColumns({ planId: firstShopPlan })
  const team = await insertTeam(tx, {
    owner: { id: userId },
    name: nameOf(details, domain),
    at,
    plan,
  })
  const site = await insertShopSite(tx, { team, userId, visit })
  const { teamId } = team
  const [shop] = await tx
    .insert(shops)
    .values({
      ...grantColumns(services, visit),
      ...namesOf(details),
      ...(await connectShop(tx, { teamId, siteId: site, domain, at })),
      ...newBackfill(at),
      teamId,
      siteId: site,
      domain,
      shopifyId: details.id,
      installedAt: at,
      createdAt: at,
    })
    .returning({ id: shops.id })
  if (!shop) throw new Error('The shop was not stored.')
  await tx.insert(shopStaff).values({
    shopId: shop.id,
    staffId: staff.id,
    teamId,
    userId,
    createdAt: at,
  })
}

type Connecting = { teamId: number; siteId: number; domain: string; at: Date }

const connectShop = async (tx: Transaction, { domain, at, ...site }: Connecting) => ({
  connectionId: await openConnection(tx, site, {
    integration: 'shopify',
    account: domain,
    at,
  }),
})

const nameOf = ({ name }: ShopDetails, domain: string) => shorten(name.trim(), 100) || domain

const namesOf = ({ name, currency }: ShopDetails) => ({ name, currency })

type Joining = {
  shopId: number
  team: TeamScope
  staff: StaffMember
  details: ShopDetails
  domain: string
  at: Date
}

/**
 * A person who was removed from the organization isn't added again: their row is still there. Others are
 * added as colleagues of a member. Without one the organization has nothing to do with the shop's people
 * any more, for example because someone else's address was proven (address-proof.server.ts).
 *
 * @throws StaffNotAdmitted
 */
async function findOrAddStaff(tx: Transaction, joining: Joining): Promise<number> {
  const { shopId, team, staff, domain, at } = joining
  const { teamId } = team
  const [known] = await tx
    .select({ userId: shopStaff.userId, endedAt: shopStaff.endedAt })
    .from(shopStaff)
    .where(and(eq(shopStaff.shopId, shopId), eq(shopStaff.staffId, staff.id)))
  if (known?.endedAt) throw new StaffNotAdmitted()
  if (known) return known.userId
  await lockOwner(tx, teamId)
  if (!(await hasColleague(tx, joining))) throw new StaffNotAdmitted()

  const userId = await insertStaffAccount(tx, { staff, domain, at })
  await tx.insert(shopStaff).values({ shopId, staffId: staff.id, teamId, userId, createdAt: at })
  const role: TeamRole = 'editor'
  await tx.insert(teamMembers).values({ teamId, userId, role, createdAt: at })
  await recordAct(
    tx,
    { teamId, actor: { id: userId }, at },
    { act: 'member.joined', details: { role } },
  )
  if (staff.isOwner) {
    const people = await tx
      .select({ userId: shopStaff.userId })
      .from(shopStaff)
      .where(eq(shopStaff.shopId, shopId))
    await makeOwner(tx, { team, staff: people.map((one) => one.userId), userId, at })
  }
  return userId
}

/** An account without a password: only the shop's admin opens it. */
async function insertStaffAccount(
  tx: Transaction,
  { staff, domain, at }: { staff: StaffMember; domain: string; at: Date },
): Promise<number> {
  const given = staff.email.trim().toLowerCase()
  // Names below .invalid are ours, for accounts without an address.
  const email = given.endsWith('.invalid') ? '' : given
  const name = shorten(`${staff.firstName} ${staff.lastName}`.trim(), 100)
  const [row] = await tx
    .insert(users)
    .values({
      name: name || email || domain,
      // Accounts of shops without a person’s address; a name below .invalid never gets emails.
      email: email || `${staff.id}@${domain}.invalid`,
      emailVerifiedAt: email && staff.isEmailVerified ? at : null,
      passwordHash: null,
      passwordCreatedAt: null,
      createdAt: at,
      updatedAt: at,
    })
    .returning({ id: users.id })
  if (!row) throw new Error('The account was not stored.')
  return row.id
}

async function insertShopSite(
  tx: Transaction,
  { team, userId, visit }: { team: TeamScope; userId: number; visit: Visit },
): Promise<number> {
  const { domain, details, at } = visit
  const url = normalizeSiteUrl(details.url) ?? `https://${domain}`
  // Someone may have added the site by hand after it was deleted.
  const [known] = await tx
    .select({ id: sites.id })
    .from(sites)
    .where(and(inTeam(sites, team), eq(sites.url, url)))
  if (known) return known.id
  const { siteId } = await insertSite(
    tx,
    { team, userId, actor: { id: userId }, at },
    {
      name: nameOf(details, domain),
      url,
      timeZone: knownTimeZone(details.timeZone) ?? 'UTC',
    },
  )
  return siteId
}

type Returning = {
  known: typeof shops.$inferSelect
  team: TeamScope
  userId: number
  visit: Visit
}

/** The uninstall paused the site at its own moment: a pause by a person has another one, and stays. */
async function findOrAddSite(
  tx: Transaction,
  { siteCache }: Services,
  { known, team, userId, visit }: Returning,
): Promise<number> {
  if (known.siteId === null) return insertShopSite(tx, { team, userId, visit })
  if (known.uninstalledAt) {
    const resumed = await tx
      .update(sites)
      .set({ pausedAt: null, updatedAt: visit.at })
      .where(and(eq(sites.id, known.siteId), eq(sites.pausedAt, known.uninstalledAt)))
      .returning({ uuid: sites.uuid })
    for (const { uuid } of resumed) siteCache.invalidateOnCommit(tx, uuid)
  }
  return known.siteId
}
