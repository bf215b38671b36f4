/** Goals that subscribers reach in the week after a message, and their orders. */
import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { goalConversions, goals } from '#app/db/schema/goals.ts'
import {
  pushMessages,
  pushOrders,
  pushRevenue,
  pushSends,
  pushWatches,
} from '#app/db/schema/push.ts'
import { orderKey, worthOf } from '#app/domain/goals/goal.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { dayMillis, dayOf } from '#app/lib/time.ts'
import { countEvents, type Counted } from '../counts.server.ts'

type Site = Pick<SiteScope, 'teamId' | 'siteId'>

/** Goals that count towards a message are reached within this time after it. */
const conversionDays = 7

export type Amount = { cents: number; currency: string }

type Reached = {
  subscriptionId: number
  /** As the page or the shop names it. Null: the goal is no order. */
  order: string | null
  /** An order, also one whose number isn't known. */
  isOrder: boolean
  amount: Amount | null
  at: Date
}

type Reported = {
  subscriptionId: number
  goal: string
  order?: string | undefined
  value?: number | undefined
  currency?: string | undefined
  at: Date
}

/**
 * A goal that a subscriber's page reports. Another site's goal, or one that is turned off, counts nothing. An
 * order's amount is the goal's, the one that the shop's server reported, or the page's, in this order, as for
 * conversions.
 */
export async function recordReached(
  tx: Queries,
  site: SiteScope,
  { subscriptionId, goal: uuid, order, value, currency, at }: Reported,
): Promise<void> {
  const [goal] = await tx
    .select({
      id: goals.id,
      kind: goals.kind,
      valueCents: goals.valueCents,
      currency: goals.currency,
    })
    .from(goals)
    .where(and(inSite(goals, site), eq(goals.uuid, uuid), eq(goals.isActive, true)))
  if (!goal) return
  const known = order === undefined ? null : await findKnownAmount(tx, goal.id, order)
  const { amountCents, currency: of } = worthOf(goal, { value, currency })
  const reported = amountCents === null || of === null ? null : { cents: amountCents, currency: of }
  const amount = known ?? reported
  await countReached(tx, site, {
    subscriptionId,
    order: order ?? null,
    isOrder: goal.kind === 'order',
    amount,
    at,
  })
}

/** The shop's server, or the goal's owner, knows it better than a page. */
async function findKnownAmount(tx: Queries, goalId: number, order: string): Promise<Amount | null> {
  const [row] = await tx
    .select({ cents: goalConversions.amountCents, currency: goalConversions.currency })
    .from(goalConversions)
    .where(and(eq(goalConversions.goalId, goalId), eq(goalConversions.uniqueKey, orderKey(order))))
  return row?.cents == null || row.currency === null
    ? null
    : { cents: row.cents, currency: row.currency }
}

/**
 * Counts once for each message of the last week, and an order once for each of them. A campaign and its
 * holdout group are counted by the same rule: from the moment that was chosen for the subscriber on, whether
 * the message was sent then, later or not at all. Otherwise only the group without the campaign could reach
 * goals while others still wait. An order ends the reminder about the cart.
 */
export async function countReached(tx: Queries, site: Site, reached: Reached): Promise<void> {
  const { subscriptionId, order, isOrder, at } = reached
  const recent = await listRecent(tx, subscriptionId, at)
  const first = recent.filter(({ convertedAt }) => convertedAt === null)
  const marked =
    first.length === 0
      ? []
      : await tx
          .update(pushSends)
          .set({ convertedAt: at })
          .where(
            and(
              inArray(
                pushSends.id,
                first.map(({ id }) => id),
              ),
              isNull(pushSends.convertedAt),
            ),
          )
          .returning({ messageId: pushSends.messageId, variant: pushSends.variant })
  await countEvents(
    tx,
    marked.map((one): Counted => ({ ...one, ...idsOf(site), column: 'converted' })),
    at,
  )
  if (isOrder || order !== null) await endCart(tx, subscriptionId, at)
  if (order === null) return
  const [isNew] = await tx
    .insert(pushOrders)
    .values({ ...idsOf(site), subscriptionId, order, createdAt: at })
    .onConflictDoNothing()
    .returning({ id: pushOrders.id })
  if (isNew) await addRevenue(tx, site, { ...reached, sends: recent })
}

const idsOf = ({ teamId, siteId }: Site) => ({ teamId, siteId })

type Recent = Pick<typeof pushSends.$inferSelect, 'id' | 'messageId' | 'variant' | 'convertedAt'>

function listRecent(tx: Queries, subscriptionId: number, at: Date): Promise<Recent[]> {
  const since = new Date(at.getTime() - conversionDays * dayMillis).toISOString()
  const now = at.toISOString()
  // The moment that was chosen: `due_at` moves with each try.
  const chosen = sql`${pushSends.expiresAt} - ${pushMessages.hours} * interval '1 hour'`
  return tx
    .select({
      id: pushSends.id,
      messageId: pushSends.messageId,
      variant: pushSends.variant,
      convertedAt: pushSends.convertedAt,
    })
    .from(pushSends)
    .innerJoin(pushMessages, eq(pushMessages.id, pushSends.messageId))
    .where(
      and(
        eq(pushSends.subscriptionId, subscriptionId),
        sql`case when ${pushMessages.kind} = 'news'
          then ${chosen} between ${since}::timestamptz and ${now}::timestamptz
          else ${pushSends.state} = 'accepted'
            and ${pushSends.acceptedAt} between ${since}::timestamptz and ${now}::timestamptz
        end`,
      ),
    )
    .orderBy(pushSends.id)
}

/** A cart that was filled after the order is another one. */
const endCart = (tx: Queries, subscriptionId: number, at: Date) =>
  tx
    .delete(pushWatches)
    .where(
      and(
        eq(pushWatches.subscriptionId, subscriptionId),
        eq(pushWatches.kind, 'abandoned_cart'),
        lte(pushWatches.createdAt, at),
      ),
    )

type Ordered = Reached & { sends: readonly Recent[] }

async function addRevenue(tx: Queries, site: Site, { sends, amount, at }: Ordered): Promise<void> {
  // A subscriber has one row of a campaign, and several of an automation.
  const rows = new Map(
    sends.map(({ messageId, variant }) => [
      `${String(messageId)} ${variant}`,
      { messageId, variant },
    ]),
  )
  if (rows.size === 0) return
  await tx
    .insert(pushRevenue)
    .values(
      [...rows.values()]
        .sort((one, other) => one.messageId - other.messageId)
        .map((row) => ({
          ...row,
          ...idsOf(site),
          day: dayOf(at),
          currency: amount?.currency ?? '',
          orders: 1,
          cents: amount?.cents ?? 0,
        })),
    )
    .onConflictDoUpdate({
      target: [pushRevenue.messageId, pushRevenue.variant, pushRevenue.day, pushRevenue.currency],
      set: {
        orders: sql`${pushRevenue.orders} + excluded.orders`,
        cents: sql`${pushRevenue.cents} + excluded.cents`,
      },
    })
}
