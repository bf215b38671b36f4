/** Deletes a site with everything that belongs to it. */
import { eq } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { sites, users } from '#app/db/schema/ground.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import { requireRecentTwoFactor } from '#app/domain/accounts/two-factor/require-step-up.server.ts'
import { leaveServicesOfSite } from '#app/domain/connections/manage-connections.server.ts'
import { hashOfRow, recordErasure } from '#app/domain/erasures/erasure-list.server.ts'
import { recordAct } from '#app/domain/teams/audit.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { removeEventSums } from '#app/domain/events/event-sums.server.ts'
import { retainUsage } from './retained-usage.server.ts'

/**
 * Deletes the site, once its name was typed. Its services are asked to send nothing more, and get their
 * approvals back, as far as they can be reached.
 *
 * @throws Refusal `invalid` at the field `name` when another name was typed, or when the second
 * factor is needed; `not_found`
 */
export async function deleteSite(
  services: Services,
  { account, site }: { account: Account; site: SiteScope },
  typedName: string,
): Promise<void> {
  await requireRecentTwoFactor(services, account)

  const requireName = async (tx: Transaction) => {
    const [row] = await tx
      .select({ name: sites.name })
      .from(sites)
      .where(inSite(sites, site))
      .for('update')
    if (!row) throw noSite()
    if (typedName.trim() !== row.name) throw wrongName()
    return row
  }
  await services.db.transaction(requireName)
  // Not in a transaction, which would wait for the services.
  await leaveServicesOfSite(services, site)

  await services.db.longTransaction(async (tx) => {
    const row = await requireName(tx)

    await eraseSiteRows(tx, services, site.siteId)
    const who = { teamId: site.teamId, actor: account, at: services.now() }
    await recordAct(tx, who, { act: 'site.deleted', details: { name: row.name } })
  })
}

/**
 * Deletes the row with its nudges, activities, goals, figures, and the tokens for only this site.
 * The organization's usage stays counted: deleting a site must not make the month free.
 *
 * @throws Refusal `not_found`
 */
export async function eraseSiteRows(
  tx: Transaction,
  services: Services,
  siteId: number,
): Promise<void> {
  const {
    siteCache,
    now,
    security: { secrets },
  } = services
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
  await removeEventSums(tx, [siteId])
  await tx.update(users).set({ currentSiteId: null }).where(eq(users.currentSiteId, siteId))
  await tx.delete(sites).where(eq(sites.id, siteId))

  const erasure = { kind: 'site' as const, hash: hashOfRow(secrets, 'site', site), at: now() }
  await recordErasure(tx, services, erasure)
  siteCache.invalidateOnCommit(tx, site.uuid)
}

const noSite = () => new Refusal('not_found', 'Site not found.')

function wrongName() {
  return refuseField('name', 'That doesn’t match the site name.')
}
