/** A member says that a payment isn't the sale that it was matched with, and takes that back. */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/activities.ts'
import { connections } from '#app/db/schema/connections.ts'
import { readOrderKeys } from '#app/domain/activities/order-keys.server.ts'
import {
  unmatchedReason,
  type UnmatchedReason,
} from '#app/domain/activities/sales/equal-sales.server.ts'
import {
  joinSales,
  lockSales,
  matchPayments,
} from '#app/domain/activities/sales/match-payments.server.ts'
import { isOfPart } from '#app/domain/activities/sales/sale-part.server.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { countOrders } from '#app/domain/goals/conversions.server.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { Refusal } from '#app/lib/errors.ts'
import { fromCents } from '#app/lib/money.ts'
import type { Services } from '#app/services.ts'

/**
 * Shows and counts the payment as a sale of its own, as far as it could be before, and for all later
 * reports. Returns the order's UUID, for `joinAgain`.
 *
 * @throws Refusal `not_found` when the site has no such payment, or none that is matched
 */
export async function keepApart(
  services: Pick<Services, 'db' | 'siteCache'>,
  site: SiteScope,
  uuid: string,
): Promise<string> {
  return changeSite(services, site, async (tx) => {
    await lockSales(tx, site)
    const order = alias(activities, 'paid_order')
    const [matched] = await tx
      .select({ id: activities.id, order: order.uuid })
      .from(activities)
      .innerJoin(order, eq(order.id, activities.sameSaleAs))
      .where(and(inSite(activities, site), eq(activities.uuid, uuid)))
    if (!matched) throw new Refusal('not_found', 'Payment not found.')
    await tx
      .update(activities)
      .set({
        sameSaleAs: null,
        isKeptApart: true,
        isShowable: sql`${activities.state} = 'confirmed' and ${activities.isTest} is not true`,
      })
      .where(and(inSite(activities, site), eq(activities.id, matched.id)))
    await countAgain(tx, site, matched.id)
    return matched.order
  })
}

/** Towards the goals that it had reached: those of that time. */
async function countAgain(tx: Queries, site: SiteScope, id: number): Promise<void> {
  const [row] = await tx
    .select({
      id: activities.externalId,
      account: activities.account,
      amountCents: activities.amountCents,
      currency: activities.currency,
      occurredAt: activities.occurredAt,
      receivedAt: activities.receivedAt,
      isConfirmed: activities.isConfirmed,
      connectedAt: connections.createdAt,
    })
    .from(activities)
    .innerJoin(connections, eq(connections.id, activities.connectionId))
    .where(and(inSite(activities, site), eq(activities.id, id)))
  if (!row || row.isConfirmed === false || row.occurredAt < row.connectedAt) return
  const { account } = row
  await countOrders(tx, site, {
    orders: [
      {
        kind: 'purchase',
        id: row.id,
        occurred_at: row.occurredAt.toISOString(),
        state: 'confirmed',
        test: false,
        total: fromCents(row.amountCents),
        currency: row.currency,
      },
    ],
    readKeys: () => readOrderKeys(tx, site, { ids: [row.id], account }),
    by: row.receivedAt,
  })
}

const unmatchedSentences: Record<UnmatchedReason, string> = {
  test: 'Test payments aren’t matched with orders.',
  none: 'No paid order has this email address, amount and currency within 10 minutes of this payment, so it stays separate. Test orders aren’t matched.',
  taken: 'Each order that fits this payment has another payment, so this one stays separate.',
}

/**
 * Takes `keepApart` back, at any later time: the payment is matched as a new one would be.
 *
 * @throws Refusal `not_found` when the site has no such payment that is kept apart; `conflict` when no
 * order fits it, or another payment has the one that does. It stays as it is then
 */
export async function matchAgain(
  services: Pick<Services, 'db' | 'siteCache'>,
  site: SiteScope,
  uuid: string,
): Promise<void> {
  await changeSite(services, site, async (tx) => {
    await lockSales(tx, site)
    const [payment] = await tx
      .update(activities)
      .set({ isKeptApart: false })
      .where(
        and(inSite(activities, site), eq(activities.uuid, uuid), eq(activities.isKeptApart, true)),
      )
      .returning({
        rowId: activities.id,
        id: activities.externalId,
        account: activities.account,
      })
    if (!payment) throw new Refusal('not_found', 'Payment not found.')
    const { rowId, id, account } = payment
    const matched = await matchPayments(tx, site, { account, rowIds: [rowId] })
    if (matched.has(id)) return
    // The refusal takes the change back.
    throw new Refusal('conflict', unmatchedSentences[await unmatchedReason(tx, site, rowId)])
  })
}

/**
 * Takes `keepApart` back for the order it was. Changes nothing if the order no longer exists or has another
 * payment by now.
 *
 * @param uuids of the payment and of the order that it had been matched with
 */
export async function joinAgain(
  services: Pick<Services, 'db' | 'siteCache'>,
  site: SiteScope,
  uuids: { payment: string; order: string },
): Promise<void> {
  await changeSite(services, site, async (tx) => {
    await lockSales(tx, site)
    const paid = alias(activities, 'paid')
    const [order] = await tx
      .select({ rowId: activities.id, id: activities.externalId, account: activities.account })
      .from(activities)
      .leftJoin(paid, eq(paid.sameSaleAs, activities.id))
      .where(
        and(
          inSite(activities, site),
          eq(activities.uuid, uuids.order),
          eq(activities.kind, 'purchase'),
          isOfPart(activities.account, 'order'),
          isNull(paid.id),
        ),
      )
    if (!order) return
    const joined = await tx
      .update(activities)
      .set({ sameSaleAs: order.rowId, isKeptApart: false, isShowable: false })
      .where(
        and(
          inSite(activities, site),
          eq(activities.uuid, uuids.payment),
          eq(activities.isKeptApart, true),
          isNotNull(activities.emailHash),
        ),
      )
      .returning({ id: activities.externalId, account: activities.account })
    await joinSales(
      tx,
      site,
      joined.map((payment) => ({ payment, order, isNew: true })),
    )
  })
}
