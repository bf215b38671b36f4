/** Transfers a site to another organization without any effect on its pages. */
import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Queries, Transaction } from '#app/db/db.ts'
import { apiTokens, sites, teams, users } from '#app/db/schema/ground.ts'
import { wixInstances } from '#app/db/schema/billing.ts'
import { demoShops } from '#app/db/schema/tokens.ts'
import { connections } from '#app/db/schema/connections.ts'
import { shops, tenants } from '#app/db/schema/shops.ts'
import { auditEntries } from '#app/db/schema/teams.ts'
import { isUniqueViolation } from '#app/lib/database-errors.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import { hourMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import { requireRecentTwoFactor } from '#app/domain/accounts/two-factor/require-step-up.server.ts'
import { isOfTenant } from '#app/domain/shops/tenants/tenant-connection.ts'
import { recordAct, type Actor } from '#app/domain/teams/audit.server.ts'
import { findRole, lockTeam } from '#app/domain/teams/members.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { reassignRows } from './reassign-rows.server.ts'

export type SiteTransfer = {
  account: Account
  site: SiteScope
  /** Id of the receiving organization. */
  to: number
  /** The site's name, typed to confirm. */
  typedName: string
}

/**
 * Nudges, activities, goals, statistics and a running experiment move along. Revokes the site's
 * tokens and ends its members' access. Past plan usage stays with the previous organization, and
 * the new one is billed from the same moment on.
 *
 * @throws Refusal `invalid` at `siteName` or `team`, or when the second factor is needed;
 * `not_found`
 */
export async function transferSite(services: Services, wanted: SiteTransfer): Promise<void> {
  const { account, typedName, ...move } = wanted
  await requireRecentTwoFactor(services, account)
  await moveSite(services, { ...move, actor: account, manager: { id: account.id, typedName } })
}

/** The site to transfer, and the permission to do so. */
export type SiteMove = {
  site: SiteScope
  /** Id of the receiving organization. */
  to: number
  /** For the logs of both organizations. */
  actor: Actor
  /**
   * A manager of both organizations, who can still use the site after the transfer. Null: staff, who checked
   * both.
   */
  manager: { id: number; typedName: string } | null
  /** Called in the transaction, with the site's name. */
  onMoved?: (tx: Transaction, name: string) => Promise<void>
}

/**
 * The same without the second factor.
 *
 * @throws Refusal `invalid` at `siteName` or `team`; `not_found`
 */
export async function moveSite(services: Services, wanted: SiteMove): Promise<void> {
  try {
    await services.db.longTransaction((tx) => transferSiteRows(tx, services, wanted))
  } catch (error) {
    if (isUniqueViolation(error, 'sites_team_id_url_key')) throw refuseField('team', sentences.has)
    throw error
  }
  // Rows that were being stored during the transfer still have the previous organization.
  await reconcileRows(services, wanted.site.siteId)
}

/** The store in BigCommerce that has the app and whose connection is the site's. */
const storeOf = (tx: Queries) =>
  tx
    .select({ id: tenants.id })
    .from(tenants)
    .innerJoin(connections, isOfTenant)
    .where(
      and(
        eq(tenants.platform, 'bigcommerce'),
        eq(tenants.state, 'installed'),
        eq(connections.siteId, sites.id),
      ),
    )

async function transferSiteRows(
  tx: Transaction,
  { now, siteCache }: Services,
  { site, to, actor, manager, onMoved }: SiteMove,
): Promise<void> {
  const { teamId, siteId } = site
  for (const id of [teamId, to].sort((a, b) => a - b)) await lockTeam(tx, id)
  const [row] = await tx
    .select({
      name: sites.name,
      url: sites.url,
      isDemo: sql<boolean>`${demoShops.siteId} is not null`,
      isShop: sql<boolean>`${shops.siteId} is not null`,
      isWix: sql<boolean>`${wixInstances.siteId} is not null`,
      isStore: sql<boolean>`exists (${storeOf(tx)})`,
    })
    .from(sites)
    .leftJoin(demoShops, eq(demoShops.siteId, sites.id))
    .leftJoin(shops, eq(shops.siteId, sites.id))
    .leftJoin(wixInstances, eq(wixInstances.siteId, sites.id))
    .where(inSite(sites, site))
    .for('no key update', { of: sites })
  if (!row) throw new Refusal('not_found', 'Site not found.')
  if (manager && manager.typedName.trim() !== row.name)
    throw refuseField('siteName', 'That doesn’t match the site name.')
  if (row.isShop) throw refuseField('team', 'The site of a Shopify shop can’t be transferred.')
  if (row.isWix) throw refuseField('team', 'A site in Wix can’t be transferred.')
  if (row.isStore)
    throw refuseField('team', 'The site of a BigCommerce store can’t be transferred.')
  if (row.isDemo) throw refuseField('team', 'The demo shop can’t be transferred.')
  if (teamId === to) throw refuseField('team', 'The site already belongs to this organization.')
  if (manager) await requireManager(tx, manager.id, { from: teamId, to })
  const names = await readNames(tx, { from: teamId, to })
  // For a good error message before anything moves. The unique index decides.
  const same = and(eq(sites.teamId, to), eq(sites.url, row.url))
  if ((await tx.$count(sites, same)) > 0) throw refuseField('team', sentences.has)

  const tokens = await tx.$count(apiTokens, inSite(apiTokens, site))
  const at = now()
  await reassignRows(tx, { siteId, teamId: to }, at)
  await tx.update(sites).set({ teamId: to, updatedAt: at }).where(inSite(sites, site))
  siteCache.invalidateOnCommit(tx, site.siteUuid)
  await tx.update(users).set({ currentSiteId: null }).where(eq(users.currentSiteId, siteId))
  if (manager) {
    const current = { currentTeamId: to, currentSiteId: siteId, updatedAt: at }
    await tx.update(users).set(current).where(eq(users.id, manager.id))
  }

  const siteDetails = { site: siteId, name: row.name }
  const by = { actor, at }
  await recordAct(
    tx,
    { teamId, ...by },
    {
      act: 'site.handed_over',
      details: { ...siteDetails, to: names.to, tokens },
    },
  )
  await recordAct(
    tx,
    { teamId: to, ...by },
    {
      act: 'site.received',
      details: { ...siteDetails, from: names.from },
    },
  )
  await onMoved?.(tx, row.name)
}

/** Manager of both organizations, as of now. */
async function requireManager(
  tx: Queries,
  userId: number,
  { from, to }: { from: number; to: number },
): Promise<void> {
  for (const id of [from, to]) {
    const role = await findRole(tx, id, userId)
    if (role && mayDo(role, 'sites:manage')) continue
    throw refuseField('team', 'Choose an organization where you can add sites.')
  }
}

async function readNames(
  tx: Queries,
  { from, to }: { from: number; to: number },
): Promise<{ from: string; to: string }> {
  const rows = await tx
    .select({ id: teams.id, name: teams.name })
    .from(teams)
    .where(inArray(teams.id, [from, to]))
  const nameOf = (id: number) => rows.find((row) => row.id === id)?.name ?? ''
  return { from: nameOf(from), to: nameOf(to) }
}

/** Longer than any process caches which organization a site belongs to. */
const reconcileMillis = 6 * hourMillis

/**
 * Reassigns rows that another process stored for the previous organization before it noticed the
 * transfer.
 */
export async function reconcileTransfers(services: Services): Promise<void> {
  const since = new Date(services.now().getTime() - reconcileMillis)
  const rows = await services.db.system
    .selectDistinct({ id: sql<string>`${auditEntries.details} ->> 'site'` })
    .from(auditEntries)
    .where(and(eq(auditEntries.act, 'site.received'), gte(auditEntries.createdAt, since)))
  for (const { id } of rows) await reconcileRows(services, Number(id))
}

async function reconcileRows({ db, now }: Services, siteId: number): Promise<void> {
  await db.longTransaction(async (tx) => {
    const [site] = await tx
      .select({ teamId: sites.teamId })
      .from(sites)
      .where(eq(sites.id, siteId))
      .for('no key update')
    if (site) await reassignRows(tx, { siteId, teamId: site.teamId }, now())
  })
}

const sentences = { has: 'This organization already has a site with the same URL.' }
