/**
 * Erases a visitor who consented and sends the id from their browser. Replaces their key by a
 * random one: sums aren't personal data and have to stay correct.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { sites } from '#app/db/schema/ground.ts'
import type { Services } from '#app/services.ts'
import { recordErasures } from '#app/domain/erasures/erasure-list.server.ts'
import { removeSubscriptionsOf } from '#app/domain/push/subscribers.server.ts'
import { isLogged, waitForApplied } from '#app/domain/events/log/stream-cursors.server.ts'

/** `before`: the visitor's key on the site, in hex. */
type SiteKey = { siteId: number; uuid: string; before: string }

/** On all sites of this installation. Returns on how many the visitor was found. */
export async function eraseVisitor(services: Services, consentId: string): Promise<number> {
  const { db, now } = services
  const known = await db.system.select({ id: sites.id, uuid: sites.uuid }).from(sites)
  const keys: SiteKey[] = []
  for (const { id, uuid } of known) {
    keys.push({ siteId: id, uuid, before: await keyOf(services, uuid, consentId) })
  }

  return db.longTransaction(async (tx) => {
    // An event that is being applied would bring the visitor back, or count them again while they are renamed.
    await waitForApplied(tx)
    const subscribed = await removeSubscriptionsOf(
      tx,
      keys.map(({ siteId, before }) => ({ siteId, visitor: before })),
      now(),
    )
    const found = [...new Set([...(await rename(services, tx, keys)), ...subscribed])]
    // A log of events may have some of a site that doesn't know the visitor yet, and leaves those of the list out.
    const listed = (await isLogged(tx, now())) ? keys.map(({ before }) => before) : found
    await recordErasures(
      tx,
      services,
      listed.map((hash) => ({ kind: 'shopper', hash, at: now() })),
    )
    return found.length
  })
}

/** Erases listed visitors again who are in a restored backup. Returns how many. */
export async function reapplyVisitorErasures(services: Services): Promise<number> {
  return services.db.longTransaction(async (tx) => {
    const { rows } = await tx.execute(sql`
      select distinct visitors.site_id, sites.uuid, encode(visitors.visitor, 'hex') as visitor
      from visitors
      join erasures on erasures.kind = 'shopper' and erasures.subject_hash = visitors.visitor
      join sites on sites.id = visitors.site_id`)
    // A restored backup can have the subscription of a visitor without any event.
    await tx.execute(sql`delete from push_subscriptions using erasures
      where erasures.kind = 'shopper' and erasures.subject_hash = push_subscriptions.visitor`)
    const keys = rows.map(({ site_id, uuid, visitor }) => ({
      siteId: Number(site_id),
      uuid: String(uuid),
      before: String(visitor),
    }))
    return (await rename(services, tx, keys)).length
  })
}

/** Gives each a new key, which no visitor has. Returns the keys that existed. */
async function rename(
  services: Services,
  tx: Queries,
  keys: readonly SiteKey[],
): Promise<string[]> {
  if (keys.length === 0) return []
  const renamed: { site_id: number; before: string; after: string }[] = []
  for (const { siteId, uuid, before } of keys) {
    renamed.push({ site_id: siteId, before, after: await newKey(services, uuid) })
  }
  const given = sql`(
    select given.site_id, decode(given.before, 'hex') as before, decode(given.after, 'hex') as after
    from json_to_recordset(${JSON.stringify(renamed)}::json)
      as given (site_id bigint, before text, after text)) as given`
  await tx.execute(sql`delete from presence using ${given}
    where presence.site_id = given.site_id and presence.visitor = given.before`)
  await tx.execute(sql`update goal_hits set unique_key = 'visitor:' || encode(given.after, 'hex')
    from ${given}
    where goal_hits.site_id = given.site_id
      and goal_hits.unique_key = 'visitor:' || encode(given.before, 'hex')`)
  await tx.execute(sql`update pixel_events set visitor = given.after from ${given}
    where pixel_events.site_id = given.site_id and pixel_events.visitor = given.before`)
  const { rows } = await tx.execute(sql`update visitors set visitor = given.after from ${given}
    where visitors.site_id = given.site_id and visitors.visitor = given.before
    returning encode(given.before, 'hex') as before`)
  return [...new Set(rows.map(({ before }) => String(before)))]
}

async function keyOf(
  { now, security: { visitorKeys } }: Services,
  siteUuid: string,
  consentId: string,
): Promise<string> {
  const key = await visitorKeys.of({ siteUuid, consentId, address: '', userAgent: '', at: now() })
  return key.toString('hex')
}

/** Belongs to no one: the id behind it is discarded immediately. */
const newKey = (services: Services, siteUuid: string) => keyOf(services, siteUuid, randomUUID())
