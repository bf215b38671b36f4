/** Claims due sends of one push service, with everything that is needed to send them. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { sites } from '#app/db/schema/ground.ts'
import {
  pushKeys,
  pushMessages,
  pushSends,
  pushServices,
  pushSites,
  pushSubscriptions,
  pushWatches,
} from '#app/db/schema/push.ts'
import type { PushDelivery } from '#app/contract/push-settings.ts'
import { dayMillis, minuteMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { isCapped } from '../message-content.ts'

/**
 * A process that died is given up after this, and its sends are tried again: longer than all of a batch take.
 */
export const leaseMillis = 2 * minuteMillis

/** Hosts with something due that don't rest. */
export async function listDueServices({ db, now }: Services): Promise<string[]> {
  const at = now().toISOString()
  const rows = await db.system
    .select({ host: pushServices.host })
    .from(pushServices)
    .where(
      sql`coalesce(${pushServices.restsUntil} <= ${at}::timestamptz, true) and exists (
        select from ${pushSends} where ${pushSends.service} = ${pushServices.host}
          and ${pushSends.state} in ('waiting', 'sending')
          and ${pushSends.dueAt} <= ${at}::timestamptz)`,
    )
  return rows.map(({ host }) => host)
}

export type ClaimedSend = Awaited<ReturnType<typeof readClaimed>>[number] & {
  /** Messages that count towards the caps, in the last day and week, without this one. */
  recent: { day: number; week: number }
}

/**
 * @param most rows of one claim
 * @returns the sends, those that waited longest first. Empty: nothing of this service is due
 */
export function claimSends(
  { db, now }: Services,
  { host, most }: { host: string; most: number },
): Promise<ClaimedSend[]> {
  const at = now()
  return db.transaction(async (tx) => {
    const ids = await claimIds(tx, { host, most, at })
    if (ids.length === 0) return []
    const rows = await readClaimed(tx, ids)
    const recent = await countRecent(tx, rows, at)
    return rows.map((row) => ({
      ...row,
      recent: recent.get(row.subscriptionId) ?? { day: 0, week: 0 },
    }))
  })
}

/**
 * Locks the subscriptions as well: another claim for one of them sees this one's sends when it counts what
 * the subscriber got. Sites that are paused, campaigns that aren't sent and suspended teams have no turn.
 */
async function claimIds(
  tx: Queries,
  { host, most, at }: { host: string; most: number; at: Date },
): Promise<number[]> {
  const now = at.toISOString()
  const until = new Date(at.getTime() + leaseMillis).toISOString()
  const { rows } = await tx.execute(sql`
    with due as materialized (
      select found.id from push_messages as message
      cross join lateral (
        select send.id, send.due_at from push_sends as send
        join push_subscriptions as subscription on subscription.id = send.subscription_id
        where send.message_id = message.id and send.service = ${host}
          and send.state in ('waiting', 'sending') and send.due_at <= ${now}::timestamptz
        order by send.due_at, send.id
        limit ${most}
        for no key update of send, subscription skip locked
      ) as found
      where message.state in ('sending', 'on')
        and not exists (select from push_sites
          where push_sites.site_id = message.site_id and push_sites.paused_at is not null)
        and not exists (select from sites
          where sites.id = message.site_id and sites.paused_at is not null)
        and not exists (select from teams
          where teams.id = message.team_id and teams.suspended_at is not null)
      order by found.due_at, found.id
      limit ${most})
    update push_sends
    set state = 'sending', due_at = ${until}::timestamptz, attempts = attempts + 1
    from due where push_sends.id = due.id
    returning push_sends.id`)
  return rows.map(({ id }) => Number(id))
}

const readClaimed = (tx: Queries, ids: readonly number[]) =>
  tx
    .select({
      id: pushSends.id,
      teamId: pushSends.teamId,
      siteId: pushSends.siteId,
      siteUuid: sites.uuid,
      siteUrl: sites.url,
      siteOptions: sites.options,
      messageId: pushSends.messageId,
      messageUuid: pushMessages.uuid,
      kind: pushMessages.kind,
      content: pushMessages.content,
      contentB: pushMessages.contentB,
      version: pushMessages.version,
      subscriptionId: pushSends.subscriptionId,
      subscriptionUuid: pushSubscriptions.uuid,
      kinds: pushSubscriptions.kinds,
      address: pushSubscriptions.address,
      consentAt: pushSubscriptions.consentAt,
      language: pushSubscriptions.language,
      timeZone: pushSubscriptions.timeZone,
      publicKey: pushKeys.publicKey,
      privateKey: pushKeys.privateKey,
      delivery: sql<Partial<PushDelivery>>`coalesce(${pushSites.delivery}, '{}')`,
      occasion: pushSends.occasion,
      watchId: pushSends.watchId,
      watch: {
        subject: pushWatches.subject,
        page: pushWatches.page,
        priceCents: pushWatches.priceCents,
        currency: pushWatches.currency,
        createdAt: pushWatches.createdAt,
      },
      variant: pushSends.variant,
      service: pushSends.service,
      attempts: pushSends.attempts,
      createdAt: pushSends.createdAt,
      expiresAt: pushSends.expiresAt,
      /** Failures of the service, in a row. */
      failures: sql<number>`coalesce(${pushServices.failures}, 0)`,
    })
    .from(pushSends)
    .innerJoin(sites, eq(sites.id, pushSends.siteId))
    .innerJoin(pushMessages, eq(pushMessages.id, pushSends.messageId))
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushSends.subscriptionId))
    .innerJoin(pushKeys, eq(pushKeys.id, pushSubscriptions.keyId))
    .leftJoin(pushSites, eq(pushSites.siteId, pushSends.siteId))
    .leftJoin(pushServices, eq(pushServices.host, pushSends.service))
    .leftJoin(pushWatches, eq(pushWatches.id, pushSends.watchId))
    .where(inArray(pushSends.id, [...ids]))
    .orderBy(pushSends.id)

type Recent = ReadonlyMap<number, { day: number; week: number }>

/** Messages that subscribers got, or that others send them at this moment. */
async function countRecent(
  tx: Queries,
  claimed: Awaited<ReturnType<typeof readClaimed>>,
  at: Date,
): Promise<Recent> {
  const capped = claimed.filter(({ kind }) => isCapped(kind))
  if (capped.length === 0) return new Map()
  const since = (days: number) => new Date(at.getTime() - days * dayMillis).toISOString()
  const isToday = sql`coalesce(${pushSends.acceptedAt} > ${since(1)}::timestamptz, true)`
  const rows = await tx
    .select({
      id: pushSends.subscriptionId,
      day: sql<number>`(count(*) filter (where ${isToday}))::int`,
      week: sql<number>`count(*)::int`,
    })
    .from(pushSends)
    .innerJoin(pushMessages, eq(pushMessages.id, pushSends.messageId))
    .where(
      and(
        inArray(pushSends.subscriptionId, [
          ...new Set(capped.map(({ subscriptionId }) => subscriptionId)),
        ]),
        inArray(pushMessages.kind, ['news', 'abandoned_cart', 'review_request']),
        sql`(${pushSends.state} = 'accepted' and ${pushSends.acceptedAt} > ${since(7)}::timestamptz
          or ${pushSends.state} = 'sending'
          and ${pushSends.id} <> all(${sql.param(claimed.map(({ id }) => id))}::bigint[]))`,
      ),
    )
    .groupBy(pushSends.subscriptionId)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}
