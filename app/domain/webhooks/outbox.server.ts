/**
 * Events that wait to be sent. Triggers store most of them in the transaction that makes them
 * (app/db/migrations, "store_activity_events" and others).
 */
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { webhookVersion, type WebhookBody, type WebhookEvent } from '#app/contract/webhooks.ts'
import type { Queries } from '#app/db/db.ts'
import { apiTokens, sites, teams } from '#app/db/schema/ground.ts'
import {
  webhookEndpoints,
  webhookEventRows as events,
  webhookMessages as messages,
} from '#app/db/schema/webhooks.ts'
import type { Services } from '#app/services.ts'
import { neededAbility } from './needed-ability.ts'
import { pauseEndpoint } from './pause-endpoint.server.ts'

/** How many get their bodies together. */
const batchSize = 200

/** More waiting messages pause an endpoint: no one wants them all hours later. */
const maxBacklog = 10_000

/** An event without its body. */
export type StoredEvent = Pick<
  typeof events.$inferSelect,
  | 'id'
  | 'uuid'
  | 'teamId'
  | 'siteId'
  | 'type'
  | 'activityId'
  | 'goalId'
  | 'conversionKey'
  | 'nudgeId'
  | 'facts'
  | 'happenedAt'
> & {
  /** The site's. */
  site: string
}

/** The `data` of each event's body, by event id. An absent event's subject no longer exists. */
export type DescribeEvents = (
  queries: Queries,
  given: readonly StoredEvent[],
) => Promise<ReadonlyMap<number, WebhookBody['data']>>

/** The name under which an event's body is encrypted. */
export const bodyName = (uuid: string): string => `webhook_events:${uuid}`

/** An event's id as receivers see it. */
export const messageId = (eventUuid: string): string => `evt_${eventUuid.replaceAll('-', '')}`

export type LostConnection = {
  uuid: string
  teamId: number
  siteId: number
  integration: string
  /** By the provider's name for it. */
  account: string
}

/**
 * Stores the event that a service stopped sending data to a site, if an endpoint wants it.
 *
 * @param tx the transaction that ends the connection
 */
export async function recordConnectionLost(
  tx: Queries,
  { uuid, teamId, siteId, integration, account }: LostConnection,
  at: Date,
): Promise<void> {
  const facts = JSON.stringify({ uuid, integration, account })
  await tx.execute(sql`
    with stored as (
      insert into ${events} (team_id, site_id, type, facts, happened_at)
      select ${teamId}::bigint, ${siteId}::bigint, 'connection.lost', ${facts}::jsonb,
        ${at.toISOString()}::timestamptz
      where wants_webhook(${siteId}::bigint, 'connection.lost')
      returning 1)
    select pg_notify('webhook_events', '') from stored`)
}

/**
 * Gives events their bodies, and a message for each endpoint that wants them.
 *
 * @returns how many it found, up to the size of a batch
 */
export async function prepareEvents(services: Services, describe: DescribeEvents): Promise<number> {
  const { db, now } = services
  const at = now()
  return db.transaction(async (tx) => {
    const found = await tx
      .select({
        id: events.id,
        uuid: events.uuid,
        teamId: events.teamId,
        siteId: events.siteId,
        site: sites.uuid,
        type: events.type,
        activityId: events.activityId,
        goalId: events.goalId,
        conversionKey: events.conversionKey,
        nudgeId: events.nudgeId,
        facts: events.facts,
        happenedAt: events.happenedAt,
      })
      .from(events)
      .innerJoin(sites, eq(sites.id, events.siteId))
      .where(sql`${events.preparedAt} is null`)
      .orderBy(events.id)
      .limit(batchSize)
      .for('update', { of: events, skipLocked: true })
    if (found.length === 0) return 0

    const described = await describe(tx, found)
    const gone = found.filter(({ id }) => !described.has(id)).map(({ id }) => id)
    if (gone.length > 0) await tx.delete(events).where(inArray(events.id, gone))
    const kept = found.filter(({ id }) => described.has(id))
    if (kept.length === 0) return found.length
    await storeBodies(tx, services, { kept, described, at })
    await addressMessages(
      tx,
      kept.map(({ id }) => id),
      at,
    )
    for (const endpoint of await listOverfull(tx, kept)) {
      await pauseEndpoint(tx, services, { ...endpoint, reason: 'backlog', at })
    }
    return found.length
  })
}

type Kept = {
  kept: readonly StoredEvent[]
  described: ReadonlyMap<number, WebhookBody['data']>
  at: Date
}

async function storeBodies(
  tx: Queries,
  { security: { secrets } }: Services,
  { kept, described, at }: Kept,
): Promise<void> {
  const bodies = kept.map((event) =>
    secrets.seal(bodyOf(event, described.get(event.id)), bodyName(event.uuid)),
  )
  const ids = kept.map(({ id }) => id)
  await tx.execute(sql`
    update ${events} set body = given.body, prepared_at = ${at.toISOString()}::timestamptz
    from unnest(${sql.param(ids)}::bigint[], ${sql.param(bodies)}::bytea[]) as given (id, body)
    where ${events.id} = given.id`)
}

type Described = Pick<StoredEvent, 'uuid' | 'type' | 'site' | 'happenedAt'>

/** The text that is signed and sent. */
export const bodyOf = (event: Described, data: WebhookBody['data'] | undefined): string =>
  JSON.stringify({
    id: messageId(event.uuid),
    type: event.type,
    version: webhookVersion,
    timestamp: event.happenedAt.toISOString(),
    site: event.site,
    data,
  })

/** To active endpoints, unless staff suspended the team. A subscription ends with what its token may do. */
const addressMessages = (tx: Queries, ids: readonly number[], at: Date) =>
  tx.execute(sql`
    insert into ${messages} (team_id, site_id, endpoint_id, event_id, due_at)
    select event.team_id, event.site_id, endpoint.id, event.id, ${at.toISOString()}::timestamptz
    from ${events} as event
    join ${webhookEndpoints} as endpoint
      on endpoint.site_id = event.site_id and endpoint.team_id = event.team_id
      and endpoint.state = 'active' and event.type = any (endpoint.events)
    left join ${apiTokens} as token on token.id = endpoint.token_id
    where event.id = any (${sql.param(ids)}::bigint[])
      and not exists (
        select from ${teams}
        where ${teams.id} = event.team_id and ${teams.suspendedAt} is not null)
      and (
      endpoint.token_id is null or (
        coalesce(token.expires_at > ${at.toISOString()}::timestamptz, true)
        and token.abilities @> array['hooks:manage'] and ${hasAbility}))
    order by event.id
    on conflict do nothing`)

const hasAbility: SQL = sql`coalesce((case event.type ${sql.join(
  (Object.entries(neededAbility) as [WebhookEvent, string | null][]).flatMap(([type, ability]) =>
    ability === null ? [] : [sql`when ${type} then token.abilities @> array[${ability}::text]`],
  ),
  sql` `,
)} end), true)`

/** Endpoints of these events for which too much waits. */
function listOverfull(tx: Queries, given: readonly StoredEvent[]) {
  const siteIds = [...new Set(given.map(({ siteId }) => siteId))]
  const waiting = sql`(select count(*) from (
    select from ${messages}
    where ${messages.endpointId} = ${webhookEndpoints.id} and ${messages.state} = 'waiting'
    limit ${maxBacklog + 1}) as counted)`
  return tx
    .select({
      id: webhookEndpoints.id,
      uuid: webhookEndpoints.uuid,
      teamId: webhookEndpoints.teamId,
      siteId: webhookEndpoints.siteId,
    })
    .from(webhookEndpoints)
    .where(
      and(
        inArray(webhookEndpoints.siteId, siteIds),
        eq(webhookEndpoints.state, 'active'),
        sql`${waiting} > ${maxBacklog}`,
      ),
    )
}

/** The `data` of a test. */
export const testData = { message: 'This is a test. Your endpoint works if you can read this.' }
