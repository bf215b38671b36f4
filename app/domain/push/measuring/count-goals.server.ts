/**
 * Goals that events of known visitors reached, for their messages. A subscriber's page reports what it sees.
 * The checkout of a shop system, for example, reports without the subscription, by the visitor's id alone.
 */
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { pixelEvents } from '#app/db/schema/events.ts'
import { goalConversions, goals } from '#app/db/schema/goals.ts'
import { pushSites, pushSubscriptions } from '#app/db/schema/push.ts'
import { orderKey } from '#app/domain/goals/goal.ts'
import { dayMillis, minuteMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { countReached, type Amount } from './conversions.server.ts'

/** Events wait for up to a minute in a log before they are stored. Counted twice, nothing changes. */
const overlapMillis = 2 * minuteMillis

/** Earlier goals are of no message any more. */
const longestMillis = 7 * dayMillis

/**
 * Counts them for all sites. Two processes may count the same one: counted twice, nothing changes.
 *
 * @throws the error of the last site that had one, after the others were counted
 */
export async function countEventGoals(services: Services): Promise<void> {
  const { rows } = await services.db.system.execute(sql`
    select site_id, team_id from push_sites as site
    where exists (select from push_subscriptions
        where push_subscriptions.site_id = site.site_id and visitor is not null)
      and exists (select from push_messages
        where push_messages.site_id = site.site_id and (state in ('on', 'sending', 'paused')
          or ended_at > ${before(services.now(), longestMillis)}::timestamptz))
    order by site_id`)
  const failures: unknown[] = []
  for (const row of rows) {
    const site = { siteId: Number(row['site_id']), teamId: Number(row['team_id']) }
    await countOfSite(services, site).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures.at(-1)
}

/** A transaction for each goal: the rows that it counts in are locked in an order that others share. */
async function countOfSite({ db, now }: Services, site: Site): Promise<void> {
  const { siteId } = site
  const at = now()
  // The site is that of a row that was read: no one acts for it here.
  const ofSite = sql`${pushSites.siteId} = ${siteId}`
  const [row] = await db.system
    .select({ until: pushSites.goalsUntil })
    .from(pushSites)
    .where(ofSite)
  if (!row) return
  const counted = row.until ?? at
  const from = Math.max(counted.getTime() - overlapMillis, at.getTime() - longestMillis)
  for (const reached of await listReached(db.system, { siteId, from: new Date(from), at })) {
    await db.transaction(async (tx) => {
      const [present] = await tx
        .select({ id: pushSubscriptions.id })
        .from(pushSubscriptions)
        .where(eq(pushSubscriptions.id, reached.subscriptionId))
        .for('key share')
      if (present) await countReached(tx, site, reached)
    })
  }
  await db.system.update(pushSites).set({ goalsUntil: at }).where(ofSite)
}

type Site = { siteId: number; teamId: number }

/**
 * An order's number is only in its conversion, which has the event's moment. One that the shop's server reported
 * first has another: its visitor counts and the reminder about the cart ends, and the order doesn't count.
 */
async function listReached(
  tx: Queries,
  { siteId, from, at }: { siteId: number; from: Date; at: Date },
) {
  const rows = await tx
    .select({
      subscriptionId: pushSubscriptions.id,
      at: pixelEvents.receivedAt,
      goalKind: goals.kind,
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
    .innerJoin(goals, eq(goals.id, pixelEvents.goalId))
    .leftJoin(
      goalConversions,
      and(
        eq(goalConversions.siteId, pixelEvents.siteId),
        eq(goalConversions.goalId, pixelEvents.goalId),
        eq(goalConversions.reachedAt, pixelEvents.receivedAt),
        eq(goalConversions.visitor, pixelEvents.visitor),
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
  return rows.map(({ subscriptionId, key, cents, currency, goalKind, at: reachedAt }) => {
    const amount: Amount | null = cents === null || currency === null ? null : { cents, currency }
    // Trimmed, as the same number is that a subscriber's page reports.
    const order = key === null ? null : key.slice(orderKey('').length).trim()
    return { subscriptionId, order, isOrder: goalKind === 'order', amount, at: reachedAt }
  })
}

const before = (at: Date, millis: number) => new Date(at.getTime() - millis).toISOString()
