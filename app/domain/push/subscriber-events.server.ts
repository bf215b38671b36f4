/** Webhooks out about subscribers, for endpoints that want them. Nothing in them identifies a person. */
import { sql } from 'drizzle-orm'
import type { PushKind } from '#app/contract/push.ts'
import type { Queries } from '#app/db/db.ts'
import { webhookEventRows } from '#app/db/schema/webhooks.ts'
import type { SiteScope } from '#app/domain/scope.ts'

type SubscriberEvent = {
  type: 'push.subscribed' | 'push.unsubscribed'
  /** The subscription's. */
  uuid: string
  kinds: readonly PushKind[]
  /** Why it ended. */
  reason?: 'visitor' | 'gone' | 'owner'
  at: Date
}

/** @param tx the transaction in which it happens */
export async function recordSubscriber(
  tx: Queries,
  { teamId, siteId }: Pick<SiteScope, 'teamId' | 'siteId'>,
  { type, uuid, kinds, reason, at }: SubscriberEvent,
): Promise<void> {
  const facts = JSON.stringify({ id: uuid, kinds, ...(reason === undefined ? {} : { reason }) })
  await tx.execute(sql`
    with stored as (
      insert into ${webhookEventRows} (team_id, site_id, type, facts, happened_at)
      select ${teamId}::bigint, ${siteId}::bigint, ${type}, ${facts}::jsonb,
        ${at.toISOString()}::timestamptz
      where wants_webhook(${siteId}::bigint, ${type})
      returning 1)
    select pg_notify('webhook_events', '') from stored`)
}
