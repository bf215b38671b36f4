/** Takes a site away with everything that belongs to it. */
import { and, eq } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { sites, users } from '#app/db/schema/index.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import { requireRecentTwoFactor } from '#app/domain/accounts/two-factor/require-step-up.server.ts'
import {
  hashOfRow,
  keepErasure,
  recordErasure,
  type Erasure,
} from '#app/domain/erasures/erasure-list.server.ts'
import { recordAct } from '#app/domain/teams/audit.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { retainUsage } from './retained-usage.server.ts'

export type ErasedSite = {
  erasure: Erasure
  /** Whose pages must be told nothing any longer. */
  siteUuid: string
}

/**
 * Deletes the site, once its name was typed.
 *
 * @throws Refusal `invalid` at the field `name` when another name was typed, or when a second factor is
 *   asked for; `not_found`
 */
export async function deleteSite(
  services: Services,
  { account, site }: { account: Account; site: SiteScope },
  typedName: string,
): Promise<void> {
  await requireRecentTwoFactor(services, account)

  const ofSite = and(eq(sites.teamId, site.teamId), eq(sites.id, site.siteId))
  const gone = await services.db.longTransaction(async (tx) => {
    const [row] = await tx.select({ name: sites.name }).from(sites).where(ofSite).for('update')
    if (!row) throw noSite()
    if (typedName.trim() !== row.name) throw wrongName()

    const erased = await eraseSiteRows(tx, services, site.siteId)
    const who = { teamId: site.teamId, actor: account, at: services.now() }
    await recordAct(tx, who, { act: 'site.deleted', details: { name: row.name } })
    return erased
  })
  await finishSiteDeletion(services, gone)
}

/**
 * Nudges, activities, goals, tokens for this site alone and all figures go with the row. What the
 * organization used of its plan stays counted: deleting a site must not make the month free. Call
 * `closeSite` once the transaction is committed.
 *
 * @throws Refusal `not_found`
 */
export async function eraseSiteRows(
  tx: Queries,
  { secrets, now }: Services,
  siteId: number,
): Promise<ErasedSite> {
  const [site] = await tx
    .select({
      id: sites.id,
      uuid: sites.uuid,
      teamId: sites.teamId,
      createdAt: sites.createdAt,
    })
    .from(sites)
    .where(eq(sites.id, siteId))
    .for('update')
  if (!site) throw noSite()

  await retainUsage(tx, siteId, site.teamId)
  await tx.update(users).set({ currentSiteId: null }).where(eq(users.currentSiteId, siteId))
  await tx.delete(sites).where(eq(sites.id, siteId))

  const erasure = { kind: 'site' as const, hash: hashOfRow(secrets, 'site', site), at: now() }
  await recordErasure(tx, erasure)
  return { erasure, siteUuid: site.uuid }
}

/** What is left to do outside of the database. */
export async function finishSiteDeletion(services: Services, erased: ErasedSite): Promise<void> {
  services.siteCache.invalidate(erased.siteUuid)
  await keepErasure(services, erased.erasure)
}

const noSite = () => new Refusal('not_found', 'There is no such site.')

function wrongName() {
  return refuseField('name', 'This is not the name of the site.')
}
