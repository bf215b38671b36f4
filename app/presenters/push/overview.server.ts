/** Counts of push messages for the REST API. */
import { and, desc, eq, gte, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { PushCampaign, PushOverview } from '#app/contract/push-api.ts'
import { pushKinds } from '#app/contract/push.ts'
import { pushCounts, pushDays, pushMessages, pushSubscriptions } from '#app/db/schema/push.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { dayMillis, dayOf } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'

const days = 30
const maxCampaigns = 100

const sumOf = (column: PgColumn) => sql<number>`coalesce(sum(${column}), 0)::int`

export const readPushOverview = (
  { db, now }: Services,
  site: SiteScope,
): Promise<PushOverview['data']> =>
  db.asTeam(site, async (tx) => {
    const since = dayOf(new Date(now().getTime() - (days - 1) * dayMillis))
    const [subscribers, byKind, [recent]] = await Promise.all([
      tx.$count(pushSubscriptions, inSite(pushSubscriptions, site)),
      tx
        .select({
          kind: sql<string>`unnest(${pushSubscriptions.kinds})`,
          total: sql<number>`count(*)::int`,
        })
        .from(pushSubscriptions)
        .where(inSite(pushSubscriptions, site))
        .groupBy(sql`1`),
      tx
        .select({
          subscribed: sumOf(pushDays.subscribed),
          unsubscribed: sumOf(pushDays.unsubscribed),
          gone: sumOf(pushDays.gone),
        })
        .from(pushDays)
        .where(and(inSite(pushDays, site), gte(pushDays.day, since))),
    ])
    return {
      subscribers,
      kinds: Object.fromEntries(
        pushKinds.map((kind) => [kind, byKind.find((one) => one.kind === kind)?.total ?? 0]),
      ) as PushOverview['data']['kinds'],
      last_30_days: recent ?? { subscribed: 0, unsubscribed: 0, gone: 0 },
    }
  })

/** The newest first. */
export const readPushCampaigns = ({ db }: Services, site: SiteScope): Promise<PushCampaign[]> =>
  db.asTeam(site, async (tx) => {
    const rows = await tx
      .select({
        uuid: pushMessages.uuid,
        name: pushMessages.name,
        state: pushMessages.state,
        content: pushMessages.content,
        startedAt: pushMessages.startedAt,
        endedAt: pushMessages.endedAt,
        subscribers: sumOf(pushCounts.sends),
        accepted: sumOf(pushCounts.accepted),
        displayed: sumOf(pushCounts.shown),
        clicked: sumOf(pushCounts.clicked),
        closed: sumOf(pushCounts.closed),
        stopped: sumOf(pushCounts.stopped),
        failed: sumOf(pushCounts.failed),
        skipped: sumOf(pushCounts.skipped),
      })
      .from(pushMessages)
      .leftJoin(pushCounts, eq(pushCounts.messageId, pushMessages.id))
      .where(and(inSite(pushMessages, site), eq(pushMessages.kind, 'news')))
      .groupBy(pushMessages.id)
      .orderBy(desc(pushMessages.id))
      .limit(maxCampaigns)
    return rows.map(({ uuid, name, state, content, startedAt, endedAt, ...sends }) => ({
      uuid,
      name,
      state: state as PushCampaign['state'],
      title: content.title,
      body: content.body,
      url: content.url,
      started_at: startedAt?.toISOString() ?? null,
      ended_at: endedAt?.toISOString() ?? null,
      sends,
    }))
  })
