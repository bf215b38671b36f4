/** Boosts and add-ons: bought once, applied when the provider says that they are paid. */
import { createHash } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import { purchases } from '#app/db/schema/billing.ts'
import { readTeamPlan } from '#app/domain/plans/team-plan.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { askProvider } from './ask-provider.server.ts'
import { channelOf, requireCard } from './channel-of.server.ts'
import type { BillingStep } from './channel.ts'
import { withLease } from './lease.server.ts'
import { addOns, boostName, boostsFor } from './offers.ts'
import { findPurchase, findSiteName, type PurchaseRow } from './stored/settle-purchase.server.ts'
import { syncBilling } from './sync.server.ts'

export type PurchaseKind = PurchaseRow['kind']

export type PurchaseState = Pick<
  PurchaseRow,
  | 'uuid'
  | 'kind'
  | 'itemId'
  | 'siteId'
  | 'units'
  | 'priceCents'
  | 'state'
  | 'paidAt'
  | 'expiresAt'
  | 'receiptUrl'
  | 'createdAt'
>

export type PurchaseOrder = {
  itemId: string
  /** Null: for all sites. */
  siteId: number | null
  /** Uuid of the form: sending it again continues the same purchase. */
  operation: string
  /** The owner. */
  userId: number
  returnUrl: string
  cancelUrl: string
}

/**
 * Starts to buy. The purchase counts once the provider reports it as paid, wherever the person is by
 * then.
 *
 * @returns where to pay
 * @throws Refusal `invalid` at a field, `conflict`, `unavailable`
 */
export async function startPurchase(
  services: Services,
  scope: TeamScope,
  order: PurchaseOrder,
): Promise<BillingStep> {
  const site = await requireSite(services, scope, order.siteId)
  const item = await findItem(services, scope, { itemId: order.itemId, site })
  if (!item) throw refuseField('item', 'Choose something from the list.')
  return withLease(services, scope, () =>
    askProvider(services, scope, async () => {
      const { channel, customer: known } = await channelOf(services, scope)
      if (!channel.abilities.sells) {
        throw new Refusal('conflict', 'Nothing can be bought here at the moment.')
      }
      const customer = known ?? (await requireCard(services, scope)).customer
      const row = await storeOpen(services, scope, { item, order, channel: channel.name })
      if (row.state !== 'open') return { kind: 'done' }
      const { providerId, url } = await channel.sell(customer, {
        purchaseUuid: row.uuid,
        name: item.name,
        priceCents: row.priceCents,
        operation: row.uuid,
        returnUrl: order.returnUrl,
        cancelUrl: order.cancelUrl,
      })
      await services.db.asTeam(scope, (tx) =>
        tx
          .update(purchases)
          .set({ providerId, updatedAt: services.now() })
          .where(and(inTeam(purchases, scope), eq(purchases.id, row.id))),
      )
      return { kind: 'redirect', url }
    }),
  )
}

/**
 * The team's last purchase of this kind. An open one is read from the provider first, with its invoice: the
 * page that the provider returns to shows what is true, and a team that pays for nothing else gets its
 * receipt.
 *
 * @throws Refusal `unavailable`
 */
export async function readLatestPurchase(
  services: Services,
  scope: TeamScope,
  kind: PurchaseKind,
): Promise<PurchaseState | null> {
  const latest = await findLatest(services, scope, kind)
  if (latest?.state !== 'open') return latest
  await askProvider(services, scope, () => syncBilling(services, scope))
  return findLatest(services, scope, kind)
}

type Item = { kind: PurchaseKind; id: string; name: string; units: number; priceCents: number }

async function findItem(
  services: Services,
  scope: TeamScope,
  { itemId, site }: { itemId: string; site: string | null },
): Promise<Item | undefined> {
  const { meteredBy } = await readTeamPlan(services, scope)
  const boosts = boostsFor(meteredBy).map(({ id, units, priceCents }) => ({
    kind: 'visitor_boost' as const,
    id,
    name: boostName(units, meteredBy, site),
    units,
    priceCents,
  }))
  const added = addOns.map(({ id, name, priceCents }) => ({
    kind: 'add_on' as const,
    id,
    name,
    units: 0,
    priceCents,
  }))
  return [...boosts, ...added].find(({ id }) => id === itemId)
}

/** The site's name; null: for all sites. @throws Refusal `not_found` */
async function requireSite(
  { db }: Services,
  scope: TeamScope,
  siteId: number | null,
): Promise<string | null> {
  const name = await db.asTeam(scope, (tx) => findSiteName(tx, scope, siteId))
  if (siteId !== null && name === null) throw new Refusal('not_found', 'Site not found.')
  return name
}

/** The purchase of this form, which may have been started before. */
async function storeOpen(
  services: Services,
  scope: TeamScope,
  { item, order, channel }: { item: Item; order: PurchaseOrder; channel: PurchaseRow['channel'] },
): Promise<PurchaseRow> {
  const at = services.now()
  const uuid = uuidOf(scope, order)
  return services.db.asTeam(scope, async (tx) => {
    const [created] = await tx
      .insert(purchases)
      .values({
        uuid,
        teamId: scope.teamId,
        siteId: order.siteId,
        channel,
        kind: item.kind,
        itemId: item.id,
        units: item.units,
        priceCents: item.priceCents,
        state: 'open',
        createdAt: at,
        updatedAt: at,
      })
      .onConflictDoNothing({ target: purchases.uuid })
      .returning()
    if (created) return created
    const known = await findPurchase(tx, scope, uuid)
    if (!known) throw new Error('A purchase of this team disappeared.')
    return known
  })
}

/**
 * Made from the team as well, so that no one meets another team's purchase, and from what is bought: on
 * a page that browsers kept, another choice has the same operation. A UUID of version 8.
 */
function uuidOf({ teamId }: TeamScope, { operation, itemId, siteId }: PurchaseOrder): string {
  const hash = createHash('sha256')
    .update(`purchase ${String(teamId)} ${operation} ${itemId} ${String(siteId)}`)
    .digest('hex')
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}

async function findLatest(
  { db }: Services,
  scope: TeamScope,
  kind: PurchaseKind,
): Promise<PurchaseState | null> {
  const [row] = await db.asTeam(scope, (tx) =>
    tx
      .select({
        uuid: purchases.uuid,
        kind: purchases.kind,
        itemId: purchases.itemId,
        siteId: purchases.siteId,
        units: purchases.units,
        priceCents: purchases.priceCents,
        state: purchases.state,
        paidAt: purchases.paidAt,
        expiresAt: purchases.expiresAt,
        receiptUrl: purchases.receiptUrl,
        createdAt: purchases.createdAt,
      })
      .from(purchases)
      .where(and(inTeam(purchases, scope), eq(purchases.kind, kind)))
      .orderBy(desc(purchases.id))
      .limit(1),
  )
  return row ?? null
}
