/** The webhook endpoints of a site. */
import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { maxEndpoints, type WebhookEvent } from '#app/contract/webhooks.ts'
import type { Queries } from '#app/db/db.ts'
import { apiTokens, sites } from '#app/db/schema/ground.ts'
import { webhookEndpoints } from '#app/db/schema/webhooks.ts'
import { inSite, inTeam } from '#app/domain/scope-conditions.server.ts'
import { lockSite } from '#app/domain/lock-site.server.ts'
import type { SiteScope, TeamScope } from '#app/domain/scope.ts'
import { recordAct, type Actor } from '#app/domain/teams/audit.server.ts'
import type { ActName } from '#app/domain/teams/audit.ts'
import { Refusal } from '#app/lib/errors.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { endpointUrl } from './endpoint-url.server.ts'
import type { Endpoint, EndpointInput } from './endpoint.ts'
import { sendWebhooksJob } from './jobs.ts'
import { newWebhookSecret } from './signature.server.ts'

/** How long the former secret signs as well, once it was replaced. */
const rotationMillis = dayMillis

/** The name under which secrets of an endpoint are encrypted. */
export const secretName = (uuid: string): string => `webhook_endpoints:${uuid}`

const columns = {
  uuid: webhookEndpoints.uuid,
  url: webhookEndpoints.url,
  events: webhookEndpoints.events,
  state: webhookEndpoints.state,
  pauseReason: webhookEndpoints.pauseReason,
  pausedAt: webhookEndpoints.pausedAt,
  failingSince: webhookEndpoints.failingSince,
  lastDeliveredAt: webhookEndpoints.lastDeliveredAt,
  previousUntil: webhookEndpoints.previousUntil,
  token: apiTokens.name,
  createdAt: webhookEndpoints.createdAt,
}

/** Oldest first. */
export const listEndpoints = ({ db }: Services, site: SiteScope): Promise<Endpoint[]> =>
  db.asTeam(site, (tx) => selectEndpoints(tx, site).orderBy(asc(webhookEndpoints.id)))

/** @throws Refusal `not_found` */
export async function readEndpoint(
  { db }: Services,
  site: SiteScope,
  uuid: string,
): Promise<Endpoint> {
  return db.asTeam(site, (tx) => findEndpoint(tx, site, uuid))
}

const selectEndpoints = (tx: Queries, site: SiteScope, uuid?: string) =>
  tx
    .select(columns)
    .from(webhookEndpoints)
    .leftJoin(apiTokens, eq(apiTokens.id, webhookEndpoints.tokenId))
    .where(
      and(
        inSite(webhookEndpoints, site),
        uuid === undefined ? undefined : eq(webhookEndpoints.uuid, uuid),
      ),
    )

async function findEndpoint(tx: Queries, site: SiteScope, uuid: string): Promise<Endpoint> {
  const [found] = await selectEndpoints(tx, site, uuid)
  if (!found) throw notFound()
  return found
}

const notFound = () => new Refusal('not_found', 'Webhook not found.')

type NewEndpoint = EndpointInput & {
  actor: Actor
  /** The token that subscribes; absent: a person on the screen. */
  tokenId?: number
}

/**
 * Returns its secret, too, which is shown once and stored encrypted.
 *
 * @throws Refusal `invalid` at the URL; `conflict` when the site has the maximum number of endpoints
 */
export async function createEndpoint(
  { db, now, config, security: { secrets } }: Services,
  site: SiteScope,
  { url: given, events, actor, tokenId }: NewEndpoint,
): Promise<{ endpoint: Endpoint; secret: string }> {
  const url = endpointUrl(config, given, tokenId === undefined ? 'url' : 'target_url')
  const uuid = randomUUID()
  const secret = newWebhookSecret()
  const endpoint = await db.asTeam(site, async (tx) => {
    await lockSite(tx, site)
    if ((await tx.$count(webhookEndpoints, inSite(webhookEndpoints, site))) >= maxEndpoints) {
      throw new Refusal(
        'conflict',
        `You’ve reached the limit of ${String(maxEndpoints)} webhooks for this site. Delete one to add another.`,
      )
    }
    await tx.insert(webhookEndpoints).values({
      uuid,
      teamId: site.teamId,
      siteId: site.siteId,
      url,
      events: [...events],
      secret: secrets.seal(secret, secretName(uuid)),
      tokenId: tokenId ?? null,
      createdAt: now(),
    })
    await recordChange(tx, site, { act: 'webhook.created', url, actor, at: now() })
    return findEndpoint(tx, site, uuid)
  })
  return { endpoint, secret }
}

type Change = { uuid: string; actor: Actor }

/** Waiting messages go to the new URL. @throws Refusal `not_found`; `invalid` at the URL */
export async function changeEndpoint(
  { db, now, config }: Services,
  site: SiteScope,
  { uuid, actor, url: given, events }: Change & EndpointInput,
): Promise<void> {
  const url = endpointUrl(config, given, 'url')
  await db.asTeam(site, async (tx) => {
    const before = await findEndpoint(tx, site, uuid)
    const working = { failingSince: null, failures: 0, slowSince: null, restsUntil: null }
    await tx
      .update(webhookEndpoints)
      .set({ url, events: [...events], ...(before.url === url ? {} : working) })
      .where(ofEndpoint(site, uuid))
    await recordChange(tx, site, { act: 'webhook.changed', url, actor, at: now() })
  })
}

/** Returns the new secret. The former one signs as well for a day. @throws Refusal `not_found` */
export async function rotateSecret(
  { db, now, security: { secrets } }: Services,
  site: SiteScope,
  { uuid, actor }: Change,
): Promise<string> {
  const secret = newWebhookSecret()
  const at = now()
  await db.asTeam(site, async (tx) => {
    const { url } = await findEndpoint(tx, site, uuid)
    await tx
      .update(webhookEndpoints)
      .set({
        secret: secrets.seal(secret, secretName(uuid)),
        previousSecret: sql`${webhookEndpoints.secret}`,
        previousUntil: new Date(at.getTime() + rotationMillis),
      })
      .where(ofEndpoint(site, uuid))
    await recordChange(tx, site, { act: 'webhook.secret_replaced', url, actor, at })
  })
  return secret
}

/**
 * Pauses or resumes it. A paused endpoint collects nothing. Waiting messages are sent when it is
 * resumed.
 *
 * @throws Refusal `not_found`
 */
export async function setEndpointPaused(
  { db, now, jobs }: Services,
  site: SiteScope,
  { uuid, actor, isPaused }: Change & { isPaused: boolean },
): Promise<void> {
  const at = now()
  await db.asTeam(site, async (tx) => {
    const { url } = await findEndpoint(tx, site, uuid)
    const paused = { state: 'paused', pauseReason: 'owner', pausedAt: at } as const
    const resumed = {
      state: 'active',
      pauseReason: null,
      pausedAt: null,
      failingSince: null,
      failures: 0,
      slowSince: null,
      restsUntil: null,
    } as const
    await tx
      .update(webhookEndpoints)
      .set(isPaused ? paused : resumed)
      .where(ofEndpoint(site, uuid))
    await recordChange(tx, site, { act: 'webhook.changed', url, actor, at })
  })
  if (!isPaused) await jobs.send(sendWebhooksJob, {})
}

/** Its log goes with it. @throws Refusal `not_found` */
export async function deleteEndpoint(
  { db, now }: Services,
  site: SiteScope,
  { uuid, actor }: Change,
): Promise<void> {
  await db.asTeam(site, async (tx) => {
    const { url } = await findEndpoint(tx, site, uuid)
    await tx.delete(webhookEndpoints).where(ofEndpoint(site, uuid))
    await recordChange(tx, site, { act: 'webhook.deleted', url, actor, at: now() })
  })
}

const ofEndpoint = (site: SiteScope, uuid: string) =>
  and(inSite(webhookEndpoints, site), eq(webhookEndpoints.uuid, uuid))

type Recorded = {
  act: Extract<ActName, `webhook.${string}`>
  url: string
  actor: Actor
  at: Date
}

async function recordChange(
  tx: Queries,
  site: SiteScope,
  { act, url, actor, at }: Recorded,
): Promise<void> {
  const [row] = await tx.select({ name: sites.name }).from(sites).where(inSite(sites, site))
  const details = { host: new URL(url).host, name: row?.name ?? '' }
  await recordAct(tx, { teamId: site.teamId, actor, at }, { act, details })
}

/** A subscription of another program. */
export type Hook = {
  uuid: string
  /** The site's uuid. */
  site: string
  url: string
  events: WebhookEvent[]
  state: 'active' | 'paused'
  createdAt: Date
}

type HooksWanted = {
  /** The site that a token is limited to. Null: all of the team. */
  siteId: number | null
  uuid?: string
}

/** Those that API tokens subscribed, oldest first, of the sites that the scope can see. */
export async function listHooks(
  { db }: Services,
  team: TeamScope,
  { siteId, uuid }: HooksWanted,
): Promise<Hook[]> {
  const seen = siteId === null ? team.siteIds : [siteId]
  return db.asTeam(team, (tx) =>
    tx
      .select({
        uuid: webhookEndpoints.uuid,
        site: sites.uuid,
        url: webhookEndpoints.url,
        events: webhookEndpoints.events,
        state: webhookEndpoints.state,
        createdAt: webhookEndpoints.createdAt,
      })
      .from(webhookEndpoints)
      .innerJoin(sites, eq(sites.id, webhookEndpoints.siteId))
      .where(
        and(
          inTeam(webhookEndpoints, team),
          isNotNull(webhookEndpoints.tokenId),
          seen === null ? undefined : inArray(webhookEndpoints.siteId, [...seen]),
          uuid === undefined ? undefined : eq(webhookEndpoints.uuid, uuid),
        ),
      )
      .orderBy(asc(webhookEndpoints.id)),
  )
}
