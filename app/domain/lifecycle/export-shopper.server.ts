/**
 * Data about a shopper on all sites of this installation: for an email address, the activities with
 * its fingerprint; for a browser that consented, what its pages reported.
 */
import { eq, getTableColumns, sql } from 'drizzle-orm'
import { sites } from '#app/db/schema/ground.ts'
import { activities } from '#app/db/schema/activities.ts'
import type { Services } from '#app/services.ts'
import { fingerprintOfEmail } from '#app/domain/activities/email-fingerprint.server.ts'
import {
  exportSubscriptionsOf,
  exportSubscriptionsOfOrders,
} from '#app/domain/push/subscribers.server.ts'
import type { WriteRow } from './export-team.server.ts'

/**
 * Returns the number of rows.
 *
 * @param email in any spelling that delivers to the same mailbox
 */
export async function exportShopperByEmail(
  { db, security: { secrets } }: Services,
  email: string,
  take: WriteRow,
): Promise<number> {
  const { emailHash, ...columns } = getTableColumns(activities)
  const hash = fingerprintOfEmail(secrets, email.trim().toLowerCase())
  const rows = await db.system
    .select({ ...columns, site: sites.url })
    .from(activities)
    .innerJoin(sites, eq(sites.id, activities.siteId))
    .where(eq(emailHash, hash))
    .orderBy(activities.occurredAt)
  for (const { id: _id, teamId: _teamId, siteId: _siteId, ...row } of rows) {
    await take('activities', row)
  }
  const orders = rows.flatMap(({ siteId, externalId, orderNumber }) =>
    [externalId, orderNumber ?? externalId].map((order) => ({ siteId, order })),
  )
  const subscriptions = await exportSubscriptionsOfOrders(db.system, orders)
  for (const row of subscriptions) await take('push_subscriptions', row)
  return rows.length + subscriptions.length
}

/** The same for the id stored in a browser. */
export async function exportShopperByConsentId(
  { db, now, security: { visitorKeys } }: Services,
  consentId: string,
  take: WriteRow,
): Promise<number> {
  const known = await db.system
    .select({ id: sites.id, uuid: sites.uuid, url: sites.url })
    .from(sites)
  let total = 0
  const visitors: { siteId: number; visitor: string }[] = []
  for (const { id, uuid, url } of known) {
    const facts = { siteUuid: uuid, consentId, address: '', userAgent: '', at: now() }
    const key = (await visitorKeys.of(facts)).toString('hex')
    visitors.push({ siteId: id, visitor: key })
    const { rows } = await db.system.execute(sql`
      select type, page, product, device, country, outcome, received_at
      from pixel_events
      where site_id = ${id} and visitor = decode(${key}, 'hex')
      order by received_at`)
    for (const row of rows) await take('pixel_events', { site: url, ...row })
    total += rows.length
  }
  const subscriptions = await exportSubscriptionsOf(db.system, visitors)
  for (const row of subscriptions) await take('push_subscriptions', row)
  return total + subscriptions.length
}
