/** Hands a site over to another organization: its pages go on as if nothing had happened. */
import { and, eq, gte, inArray, ne, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { apiTokens, auditEntries, demoShops, sites, teams, users } from '#app/db/schema/index.ts'
import { isDeadlock, isUniqueViolation } from '#app/lib/database-errors.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import { requireRecentTwoFactor } from '#app/domain/accounts/two-factor/require-step-up.server.ts'
import { recordAct } from '#app/domain/teams/audit.server.ts'
import { lockTeam, roleOf } from '#app/domain/teams/members.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { reassignRows } from './reassign-rows.server.ts'

export type SiteTransfer = {
  account: Account
  site: SiteScope
  /** The number of the organization that gets the site. */
  to: number
  /** The site's name, as the person typed it. */
  typedName: string
}

const mostTries = 3

/**
 * Nudges, facts, goals, figures and a running experiment follow; tokens for this site alone and the
 * access of members end. What was used of the plan stays with the organization until now, and pages
 * count for the new one from the same moment on.
 *
 * @throws Refusal `invalid` at `siteName` or `team`, or when a second factor is asked for; `not_found`
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
  services.siteCache.invalidate(wanted.site.siteUuid)
  // What was being stored meanwhile still named the other organization.
  await reconcileRows(services, wanted.site.siteId)
}

async function transferSiteRows(
  tx: Queries,
  { now }: Services,
  { account, site, to, typedName }: SiteTransfer,
): Promise<void> {
  const { teamId, siteId } = site
  for (const id of [teamId, to].sort((a, b) => a - b)) await lockTeam(tx, id)
  const [row] = await tx
    .select({
      name: sites.name,
      url: sites.url,
      isDemo: sql<boolean>`${demoShops.siteId} is not null`,
    })
    .from(sites)
    .leftJoin(demoShops, eq(demoShops.siteId, sites.id))
    .where(and(eq(sites.teamId, teamId), eq(sites.id, siteId)))
    .for('no key update', { of: sites })
  if (!row) throw new Refusal('not_found', 'There is no such site.')
  if (typedName.trim() !== row.name)
    throw refuseField('siteName', 'This is not the name of the site.')
  if (row.isDemo) throw refuseField('team', 'The demo shop stays where it is.')
  const names = await requireManager(tx, account.id, { from: teamId, to })
  // Told before all is moved; the index has the last word.
  const same = and(eq(sites.teamId, to), eq(sites.url, row.url))
  if ((await tx.$count(sites, same)) > 0) throw refuseField('team', sentences.has)

  const tokens = await tx.$count(apiTokens, eq(apiTokens.siteId, siteId))
  const at = now()
  await reassignRows(tx, { siteId, teamId: to })
  await tx.update(sites).set({ teamId: to, updatedAt: at }).where(eq(sites.id, siteId))
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
 * Of both organizations, as it is at this moment.
 *
 * @returns their names
 */
async function requireManager(
  tx: Queries,
  userId: number,
  { from, to }: { from: number; to: number },
): Promise<{ from: string; to: string }> {
  if (from === to) throw refuseField('team', 'The site belongs to this organization already.')
  for (const id of [from, to]) {
    const role = await roleOf(tx, id, userId).catch(() => null)
    if (role && mayDo(role, 'sites:manage')) continue
    throw refuseField('team', 'Choose an organization in which you may add sites.')
  }
  const rows = await tx
    .select({ id: teams.id, name: teams.name })
    .from(teams)
    .where(inArray(teams.id, [from, to]))
  const nameOf = (id: number) => rows.find((row) => row.id === id)?.name ?? ''
  return { from: nameOf(from), to: nameOf(to) }
}

/** For longer than any process remembers whose a site is. */
const reconcileMillis = 6 * 3_600_000

/**
 * Gives to the organization of each site that changed hands lately what another process stored for the
 * one before, in the moment until it had heard of it.
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

const sentences = { has: 'This organization has a site at the same address already.' }
