/** Deletes sends that no one can report about any more, and requests that are over. Their sums stay. */
import { lt, sql } from 'drizzle-orm'
import { pushOrders, pushSends, pushShipments, pushWatches } from '#app/db/schema/push.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'

/** As long as claims of nudges: then "Why do I get this?" has no evidence any more. */
const keptDays = 90

/** Sends that one statement deletes. */
const atOnce = 10_000

export async function sweepPushSends({ db, now }: Services): Promise<void> {
  const before = new Date(now().getTime() - keptDays * dayMillis).toISOString()
  for (;;) {
    const { rowCount } = await db.system.execute(sql`
      with old as materialized (
        select id from ${pushSends}
        where state in ('accepted', 'failed', 'skipped')
          and created_at < ${before}::timestamptz
        order by id limit ${atOnce} for update skip locked)
      delete from ${pushSends} using old where ${pushSends.id} = old.id`)
    if ((rowCount ?? 0) < atOnce) break
  }
  await db.system.delete(pushOrders).where(lt(pushOrders.createdAt, new Date(before)))
  await db.system.delete(pushShipments).where(lt(pushShipments.reportedAt, new Date(before)))
  // Pages can name any host of a service.
  await db.system.execute(sql`
    delete from push_services as service
    where not exists (select from push_subscriptions where push_subscriptions.service = service.host)
      and not exists (select from push_sends where push_sends.service = service.host
        and push_sends.state in ('waiting', 'sending'))`)
  // Their time came while nothing was sent, for example after an automation was turned off.
  await db.system.delete(pushWatches).where(lt(pushWatches.dueAt, new Date(before)))
}
