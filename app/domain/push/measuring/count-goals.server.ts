/**
 * Goals that events of known visitors reached, for their messages. A subscriber's page reports what it sees.
 * The checkout of a shop system, for example, reports without the subscription, by the visitor's id alone.
 */
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { pixelEvents } from '#app/db/schema/events.ts'
import { goalConversions } from '#app/db/schema/goals.ts'
import { pushSites, pushSubscriptions } from '#app/db/schema/push.ts'
import { orderKey } from '#app/domain/goals/goal.ts'
import { dayMillis, minuteMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { countReached, type Amount } from './conversions.server.ts'

/** Events wait for up to a minute in a log before they are stored. Counted twice, nothing changes. */
const overlapMillis = 2 * minuteMillis

/** Earlier goals are of no message any more. */
const longestMillis = 7 * dayMillis

/** Of all sites. A site that another process counts is left to it. */
export async function countEventGoals(services: Services): Promise<void> {
  const { rows } = await services.db.system.execute(sql`
    select site_id from push_sites as site
    where exists (select from push_subscriptions
        where push_subscriptions.site_id = site.site_id and visitor is not null)
      and exists (select from push_messages
        where push_messages.site_id = site.site_id and (state in ('on', 'sending', 'paused')
          or ended_at > ${before(services.now(), longestMillis)}::timestamptz))
    order by site_id`)
  for (const row of rows) {
    await services.db.transaction((tx) => countOfSite(tx, Number(row['site_id']), services.now()))
  }
}

async function countOfSite(tx: Transaction, siteId: number, at: Date): Promise<void> {
  const [site] = await tx
    .select({ siteId: pushSites.siteId, teamId: pushSites.teamId, until: pushSites.goalsUntil })
    .from(pushSites)
    .where(eq(pushSites.siteId, siteId))
    .for('no key update', { skipLocked: true })
  if (!site) return
  const counted = site.until ?? at
  const from = Math.max(counted.getTime() - overlapMillis, at.getTime() - longestMillis)
  for (const reached of await listReached(tx, { siteId, from: new Date(from), at })) {
    await countReached(tx, site, reached)
  }
  await tx.update(pushSites).set({ goalsUntil: at }).where(eq(pushSites.siteId, siteId))
}

/**
 * An order's number is only in its conversion, which has the event's moment. One that the shop's server reported
 * first has another: its visitor counts, and the order doesn't.
 */
async function listReached(
  tx: Transaction,
  { siteId, from, at }: { siteId: number; from: Date; at: Date },
) {
  const rows = await tx
    .select({
      subscriptionId: pushSubscriptions.id,
      at: pixelEvents.receivedAt,
      key: goalConversions.uniqueKey,
      cents: goalConversions.amountCents,
      currency: goalConversions.currency,
    })
    .from(pixelEvents)
    .innerJoin(
      pushSubscriptions,
      and(
        eq(pushSubscriptions.siteId, pixelEvents.siteId),
        eq(pushSubscriptions.visitor, pixelEvents.visitor),
      ),
    )
    .leftJoin(
      goalConversions,
      and(
        eq(goalConversions.siteId, pixelEvents.siteId),
        eq(goalConversions.goalId, pixelEvents.goalId),
        eq(goalConversions.reachedAt, pixelEvents.receivedAt),
        eq(goalConversions.source, 'pixel'),
        sql`starts_with(${goalConversions.uniqueKey}, ${orderKey('')})`,
      ),
    )
    .where(
      and(
        eq(pixelEvents.siteId, siteId),
        gt(pixelEvents.receivedAt, from),
        lte(pixelEvents.receivedAt, at),
        eq(pixelEvents.type, 'goal'),
        eq(pixelEvents.outcome, 'accepted'),
      ),
    )
    .orderBy(asc(pixelEvents.receivedAt))
  return rows.map(({ subscriptionId, key, cents, currency, at: reachedAt }) => {
    const amount: Amount | null = cents === null || currency === null ? null : { cents, currency }
    const order = key === null ? null : key.slice(orderKey('').length)
    return { subscriptionId, order, amount, at: reachedAt }
  })
}

const before = (at: Date, millis: number) => new Date(at.getTime() - millis).toISOString()
