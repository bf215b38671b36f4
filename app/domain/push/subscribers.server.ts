/** Subscribers as the site's owner and erasures handle them. */
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { pushSubscriptions } from '#app/db/schema/push.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { Services } from '#app/services.ts'
import { removeSubscriptions, unknownSubscription } from './change-subscription.server.ts'

/**
 * Deletes one with all it has. The browser learns nothing of it, and gets nothing more.
 *
 * @throws Refusal `not_found`
 */
export const removeSubscriber = (
  { db, now }: Services,
  site: SiteScope,
  uuid: string,
): Promise<void> =>
  db.asTeam(site, async (tx) => {
    const [row] = await tx
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(and(inSite(pushSubscriptions, site), eq(pushSubscriptions.uuid, uuid)))
    const ids = row ? [row.id] : []
    const removed = await removeSubscriptions(tx, site, { ids, reason: 'owner', at: now() })
    if (removed === 0) throw unknownSubscription()
  })

type VisitorOfSite = { siteId: number; visitor: string }

/**
 * Subscriptions of visitors, by the keys that they have on sites (hex). For erasures.
 *
 * @returns the keys of those that had one
 */
export async function removeSubscriptionsOf(
  tx: Queries,
  visitors: readonly VisitorOfSite[],
  at: Date,
): Promise<string[]> {
  const rows = await tx
    .select({
      id: pushSubscriptions.id,
      teamId: pushSubscriptions.teamId,
      siteId: pushSubscriptions.siteId,
      visitor: sql<string>`encode(${pushSubscriptions.visitor}, 'hex')`,
    })
    .from(pushSubscriptions)
    .where(ofVisitors(visitors))
    .orderBy(pushSubscriptions.id)
  for (const { id, teamId, siteId } of rows) {
    await removeSubscriptions(tx, { teamId, siteId }, { ids: [id], reason: 'visitor', at })
  }
  return [...new Set(rows.map(({ visitor }) => visitor))]
}

/** An order of a site, by its ID or its number. */
type OrderOfSite = { siteId: number; order: string }

/**
 * Subscriptions whose browser asked about one of these orders: only the buyer knows it. For erasures of a person
 * by their email address, which no subscription has.
 */
export async function removeSubscriptionsOfOrders(
  tx: Queries,
  orders: readonly OrderOfSite[],
  at: Date,
): Promise<void> {
  const rows = await tx
    .select({
      id: pushSubscriptions.id,
      teamId: pushSubscriptions.teamId,
      siteId: pushSubscriptions.siteId,
    })
    .from(pushSubscriptions)
    .where(ofOrders(orders))
    .orderBy(pushSubscriptions.id)
  for (const { id, teamId, siteId } of rows) {
    await removeSubscriptions(tx, { teamId, siteId }, { ids: [id], reason: 'visitor', at })
  }
}

/** The same, for exports. */
export const exportSubscriptionsOfOrders = (
  queries: Queries,
  orders: readonly OrderOfSite[],
): Promise<Record<string, unknown>[]> => exportRows(queries, ofOrders(orders))

const ofOrders = (orders: readonly OrderOfSite[]): SQL => sql`exists (
  select from push_watches as watch
  join json_to_recordset(${JSON.stringify(
    orders.map(({ siteId, order }) => ({ site_id: siteId, subject: order })),
  )}::json) as given (site_id bigint, subject text)
    on given.site_id = watch.site_id and given.subject = watch.subject
  where watch.subscription_id = ${pushSubscriptions.id}
    and watch.kind in ('order_shipped', 'review_request'))`

/** Rows of these visitors. */
const ofVisitors = (visitors: readonly VisitorOfSite[]) => sql`exists (
  select from json_to_recordset(${JSON.stringify(
    visitors.map(({ siteId, visitor }) => ({ site_id: siteId, visitor })),
  )}::json) as given (site_id bigint, visitor text)
  where given.site_id = ${pushSubscriptions.siteId}
    and decode(given.visitor, 'hex') = ${pushSubscriptions.visitor})`

/** All data about a visitor's subscriptions except endpoints and keys. For exports. */
export const exportSubscriptionsOf = (
  queries: Queries,
  visitors: readonly VisitorOfSite[],
): Promise<Record<string, unknown>[]> => exportRows(queries, ofVisitors(visitors))

async function exportRows(queries: Queries, condition: SQL): Promise<Record<string, unknown>[]> {
  const { rows } = await queries.execute(sql`
    select ${pushSubscriptions.uuid}, sites.url as site, ${pushSubscriptions.kinds},
      ${pushSubscriptions.service}, ${pushSubscriptions.consentWords},
      ${pushSubscriptions.consentAt}, ${pushSubscriptions.consentPage},
      ${pushSubscriptions.language}, ${pushSubscriptions.timeZone}, ${pushSubscriptions.country},
      ${pushSubscriptions.lastVisitAt}, ${pushSubscriptions.pages}, ${pushSubscriptions.products},
      ${pushSubscriptions.createdAt},
      (select coalesce(json_agg(json_build_object('kind', kind, 'subject', subject,
          'created_at', created_at) order by id), '[]') from push_watches
        where subscription_id = ${pushSubscriptions.id}) as requests,
      (select coalesce(json_agg(json_build_object('message', shown, 'state', state,
          'accepted_at', accepted_at, 'shown_at', shown_at, 'clicked_at', clicked_at,
          'closed_at', closed_at) order by id), '[]') from push_sends
        where subscription_id = ${pushSubscriptions.id}) as messages
    from ${pushSubscriptions} join sites on sites.id = ${pushSubscriptions.siteId}
    where ${condition}
    order by ${pushSubscriptions.id}`)
  return rows
}
