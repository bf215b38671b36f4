/** Transfers a site to another organization without any effect on its pages. */
import { and, eq, gte, inArray, ne, sql } from 'drizzle-orm'
import type { Queries, Transaction } from '#app/db/db.ts'
import {
  apiTokens,
  auditEntries,
  demoShops,
  shops,
  sites,
  teams,
  users,
  wixInstances,
} from '#app/db/schema/index.ts'
import { isDeadlock, isUniqueViolation } from '#app/lib/database-errors.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import { hourMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import { requireRecentTwoFactor } from '#app/domain/accounts/two-factor/require-step-up.server.ts'
import { recordAct } from '#app/domain/teams/audit.server.ts'
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

const mostTries = 3

/**
 * Nudges, activities, goals, statistics and a running experiment move along. Revokes the site's
 * tokens and ends its members' access. Past plan usage stays with the previous organization, and
 * the new one is billed from the same moment on.
 *
 * @throws Refusal `invalid` at `siteName` or `team`, or when the second factor is needed;
 * `not_found`
 */
export async function transferSite(services: Services, wanted: SiteTransfer): Promise<void> {
  await requireRecentTwoFactor(services, wanted.account)

  for (let tries = 1; ; tries += 1) {
    try {
      await services.db.longTransaction((tx) => transferSiteRows(tx, services, wanted))
      break
    } catch (error) {
      if (isUniqueViolation(error, 'sites_team_id_url_key'))
        throw refuseField('team', sentences.has)
      if (!isDeadlock(error) || tries === mostTries) throw error
    }
  }
  // Rows that were being stored during the transfer still have the previous organization.
  await reconcileRows(services, wanted.site.siteId)
}

async function transferSiteRows(
  tx: Transaction,
  { now, siteCache }: Services,
  { account, site, to, typedName }: SiteTransfer,
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
    })
    .from(sites)
    .leftJoin(demoShops, eq(demoShops.siteId, sites.id))
    .leftJoin(shops, eq(shops.siteId, sites.id))
    .leftJoin(wixInstances, eq(wixInstances.siteId, sites.id))
    .where(inSite(sites, site))
    .for('no key update', { of: sites })
  if (!row) throw new Refusal('not_found', 'Site not found.')
  if (typedName.trim() !== row.name)
    throw refuseField('siteName', 'That doesn’t match the site name.')
  if (row.isShop) throw refuseField('team', 'The site of a Shopify shop can’t be transferred.')
  if (row.isWix) throw refuseField('team', 'A site in Wix can’t be transferred.')
  if (row.isDemo) throw refuseField('team', 'The demo shop can’t be transferred.')
  const names = await requireManager(tx, account.id, { from: teamId, to })
  // For a good error message before anything moves. The unique index decides.
  const same = and(eq(sites.teamId, to), eq(sites.url, row.url))
  if ((await tx.$count(sites, same)) > 0) throw refuseField('team', sentences.has)

  const tokens = await tx.$count(apiTokens, inSite(apiTokens, site))
  const at = now()
  await reassignRows(tx, { siteId, teamId: to })
  await tx.update(sites).set({ teamId: to, updatedAt: at }).where(inSite(sites, site))
  siteCache.invalidateOnCommit(tx, site.siteUuid)
  const elsewhere = and(eq(users.currentSiteId, siteId), ne(users.id, account.id))
  await tx.update(users).set({ currentSiteId: null }).where(elsewhere)
  const current = { currentTeamId: to, currentSiteId: siteId, updatedAt: at }
  await tx.update(users).set(current).where(eq(users.id, account.id))

  const siteDetails = { site: siteId, name: row.name }
  const by = { actor: account, at }
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
}

/**
 * Manager of both organizations, as of now.
 *
 * @returns their names
 */
async function requireManager(
  tx: Queries,
  userId: number,
  { from, to }: { from: number; to: number },
): Promise<{ from: string; to: string }> {
  if (from === to) throw refuseField('team', 'The site already belongs to this organization.')
  for (const id of [from, to]) {
    const role = await findRole(tx, id, userId)
    if (role && mayDo(role, 'sites:manage')) continue
    throw refuseField('team', 'Choose an organization where you can add sites.')
  }
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

async function reconcileRows({ db }: Services, siteId: number): Promise<void> {
  await db.longTransaction(async (tx) => {
    const [site] = await tx
      .select({ teamId: sites.teamId })
      .from(sites)
      .where(eq(sites.id, siteId))
      .for('no key update')
    if (site) await reassignRows(tx, { siteId, teamId: site.teamId })
  })
}

const sentences = { has: 'This organization already has a site with the same URL.' }
