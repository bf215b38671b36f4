import { and, eq } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { sites, teams } from '#app/db/schema/ground.ts'
import { purchases } from '#app/db/schema/billing.ts'
import { dayMillis } from '#app/lib/time.ts'
import { storeBoost } from '#app/domain/plans/change-plan.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { recordAct } from '#app/domain/teams/audit.server.ts'
import { lockTeam } from '#app/domain/teams/members.server.ts'
import type { Services } from '#app/services.ts'
import { channelOf, type TeamChannel } from '../channel-of.server.ts'
import type { BillingChannel, BillingCustomer, PurchaseSnapshot } from '../channel.ts'
import { addOns, boostName, boostsFor } from '../offers.ts'

export type PurchaseRow = typeof purchases.$inferSelect

/**
 * Reads from the provider whether an open purchase was paid, and applies it once if so: in the
 * transaction that stores that it's paid.
 *
 * @throws what the channel throws; the purchase stays open then
 */
export async function settlePurchase(
  services: Services,
  scope: TeamScope,
  uuid: string,
): Promise<void> {
  const open = await services.db.asTeam(scope, (tx) => findPurchase(tx, scope, uuid))
  if (open?.state !== 'open' || open.providerId === null) return
  const seller = sellerOf(await channelOf(services, scope), open.channel)
  if (seller === null) return
  const snapshot = await seller.channel.readPurchase(seller.customer, open.providerId)
  if (snapshot === null || snapshot.state === 'open') return
  if (snapshot.isTest && services.config.isProduction) {
    services.log.error({ teamId: scope.teamId, purchase: uuid }, 'a test purchase in production')
    return
  }
  const { siteId } = open
  await services.db.asTeam(scope, (tx) =>
    storeSettled(tx, services, { scope, uuid, siteId, snapshot }),
  )
}

type Seller = { channel: BillingChannel; customer: BillingCustomer }

/** Who sold it: also the card channel of a team that another company charges by now. Null: it can't be asked. */
function sellerOf(
  { channel, customer, former }: TeamChannel,
  soldBy: PurchaseRow['channel'],
): Seller | null {
  if (customer !== null && channel.name === soldBy) return { channel, customer }
  return former !== null && soldBy === 'card'
    ? { channel: former.card, customer: former.customer }
    : null
}

type Settled = {
  scope: TeamScope
  uuid: string
  /** As it was ordered. */
  siteId: number | null
  snapshot: PurchaseSnapshot
}

/** A site that is deleted meanwhile takes itself off the purchase. */
const lockSite = (tx: Transaction, scope: TeamScope, siteId: number) =>
  tx
    .select({ id: sites.id })
    .from(sites)
    .where(and(inTeam(sites, scope), eq(sites.id, siteId)))
    .for('no key update')

async function storeSettled(
  tx: Transaction,
  services: Services,
  { scope, uuid, siteId, snapshot }: Settled,
): Promise<void> {
  const at = services.now()
  await lockTeam(tx, scope.teamId)
  if (siteId !== null) await lockSite(tx, scope, siteId)
  const [row] = await tx
    .select()
    .from(purchases)
    .where(and(inTeam(purchases, scope), eq(purchases.uuid, uuid)))
    .for('update')
  // Paid, declined and expired are final.
  if (row?.state !== 'open') return
  const isPaid = snapshot.state === 'paid'
  if (isPaid && snapshot.paidCents < row.priceCents) {
    services.log.error({ teamId: scope.teamId, purchase: uuid }, 'a purchase was paid in part')
    return
  }
  const expiresAt = isPaid ? new Date(at.getTime() + daysOf(row) * dayMillis) : null
  await tx
    .update(purchases)
    .set({
      state: snapshot.state,
      paidAt: isPaid ? at : null,
      expiresAt,
      receiptUrl: snapshot.receiptUrl,
      updatedAt: at,
    })
    .where(and(inTeam(purchases, scope), eq(purchases.id, row.id)))
  if (expiresAt === null) return
  if (row.kind === 'visitor_boost') {
    const boost = { units: row.units, expiresAt }
    // If the site was deleted in between, all sites get its boost.
    await storeBoost(tx, services, { scope, siteId: row.siteId, boost })
  }
  await recordPurchase(tx, { scope, row, at })
}

/** Only the owner buys, and the provider reports it without a person. */
async function recordPurchase(
  tx: Transaction,
  { scope, row, at }: { scope: TeamScope; row: PurchaseRow; at: Date },
): Promise<void> {
  const [team] = await tx
    .select({ ownerId: teams.ownerId, meteredBy: teams.meteredBy })
    .from(teams)
    .where(inTeam(teams, scope))
  if (!team) return
  const item =
    row.kind === 'visitor_boost'
      ? boostName(row.units, team.meteredBy, await findSiteName(tx, scope, row.siteId))
      : row.itemId
  const who = { teamId: scope.teamId, actor: { id: team.ownerId }, at }
  await recordAct(tx, who, { act: 'billing.purchased', details: { item, cents: row.priceCents } })
}

/** Null: for all sites. */
export async function findSiteName(
  tx: Transaction,
  scope: TeamScope,
  siteId: number | null,
): Promise<string | null> {
  if (siteId === null) return null
  const [site] = await tx
    .select({ name: sites.name })
    .from(sites)
    .where(and(inTeam(sites, scope), eq(sites.id, siteId)))
  return site?.name ?? null
}

/** An offer that was sold earlier and no longer exists still lasts as long as all others. */
const daysOf = ({ itemId }: PurchaseRow): number =>
  [...boostsFor('visitors'), ...boostsFor('impressions'), ...addOns].find(({ id }) => id === itemId)
    ?.days ?? 30

export async function findPurchase(
  tx: Transaction,
  scope: TeamScope,
  uuid: string,
): Promise<PurchaseRow | null> {
  const [row] = await tx
    .select()
    .from(purchases)
    .where(and(inTeam(purchases, scope), eq(purchases.uuid, uuid)))
  return row ?? null
}
