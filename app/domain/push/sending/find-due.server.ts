/** Finds requests whose fact now holds, and stores their sends. The fact is read again when they are sent. */
import { sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { hourMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { countEvents } from '../counts.server.ts'
import { noteServices } from '../service-rows.server.ts'
import { isAvailable } from '../watches.server.ts'

/** Requests that one transaction answers. Further ones are found the next minute. */
const atOnce = 5_000

/** How long a message about a fact is worth showing. */
const factHours = 24

/** @returns how many were stored */
export async function findDueWatches({ db, now }: Services): Promise<number> {
  const at = now()
  return db.transaction(async (tx) => {
    const stored =
      (await store(tx, at, {
        kinds: ['back_in_stock'],
        holds: sql`${isSending} and exists (select from products
          where products.site_id = watch.site_id
          and products.external_id = watch.subject and ${isAvailable})`,
      })) +
      (await store(tx, at, {
        kinds: ['price_drop'],
        holds: sql`${isSending} and exists (select from products
          where products.site_id = watch.site_id
          and products.external_id = watch.subject and products.currency = watch.currency
          and products.price_cents < watch.price_cents and ${isAvailable})`,
      })) +
      (await store(tx, at, {
        kinds: ['review_request', 'abandoned_cart'],
        holds: sql`watch.due_at <= ${at.toISOString()}::timestamptz`,
      }))
    return stored
  })
}

/** A request about a product waits while its site sends nothing, instead of expiring. */
const isSending = sql`not exists (select from push_sites
    where push_sites.site_id = watch.site_id and push_sites.paused_at is not null)
  and not exists (select from sites
    where sites.id = watch.site_id and sites.paused_at is not null)
  and not exists (select from teams
    where teams.id = watch.team_id and teams.suspended_at is not null)`

type Due = { kinds: readonly string[]; holds: SQL }

/** One send for each request. Its occasion is the request: asking again later is another one. */
async function store(tx: Transaction, at: Date, { kinds, holds }: Due): Promise<number> {
  const now = at.toISOString()
  const until = new Date(at.getTime() + factHours * hourMillis).toISOString()
  const { rows } = await tx.execute(sql`
    insert into push_sends (team_id, site_id, message_id, subscription_id, occasion, watch_id,
      variant, state, service, due_at, expires_at, created_at)
    select watch.team_id, watch.site_id, message.id, watch.subscription_id,
      'watch:' || watch.id, watch.id, 'a', 'waiting', subscription.service,
      ${now}::timestamptz, ${until}::timestamptz, ${now}::timestamptz
    from push_watches as watch
    join push_messages as message on message.site_id = watch.site_id
      and message.kind = watch.kind and message.state = 'on'
    join push_subscriptions as subscription on subscription.id = watch.subscription_id
      and watch.kind = any(subscription.kinds)
    where watch.kind = any(${sql.param([...kinds])}::text[]) and ${holds}
      and not exists (select from push_sends as known where known.message_id = message.id
        and known.subscription_id = watch.subscription_id
        and known.occasion = 'watch:' || watch.id)
    order by watch.id
    limit ${atOnce}
    on conflict do nothing
    returning team_id, site_id, message_id, service`)
  await noteServices(
    tx,
    rows.map((row) => String(row['service'])),
    at,
  )
  await countEvents(
    tx,
    rows.map((row) => ({
      teamId: Number(row['team_id']),
      siteId: Number(row['site_id']),
      messageId: Number(row['message_id']),
      variant: 'a' as const,
      column: 'sends' as const,
    })),
    at,
  )
  return rows.length
}
