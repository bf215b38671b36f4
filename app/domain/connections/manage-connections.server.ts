/** Pauses, resumes and disconnects, as the site's owner wants. */
import { and, eq, inArray, isNotNull, isNull, lt, ne, type SQL } from 'drizzle-orm'
import { connections } from '#app/db/schema/connections.ts'
import { deliveries } from '#app/db/schema/deliveries.ts'
import { processConnectionDeliveriesJob } from '#app/domain/deliveries/jobs.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { dropCachedStock } from '#app/domain/products/product-stock.server.ts'
import { inSite, inTeam } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope, TeamScope } from '#app/domain/scope.ts'
import { integrations } from '#app/integrations/registry.ts'
import { dayMillis } from '#app/lib/time.ts'
import { isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { callerOf } from './caller.server.ts'
import { findConnection, listConnections, type Connection } from './connection.server.ts'
import { newCredentials, sealCredentials } from './credentials.server.ts'
import { pullConnectionsJob } from './jobs.ts'

/** Null: the site has no such connection. */
export async function findSiteConnection(
  services: Services,
  site: SiteScope,
  uuid: string,
): Promise<Connection | null> {
  const which = and(inSite(connections, site), eq(connections.uuid, uuid))
  return (await services.db.asTeam(site, (tx) => listConnections(services, which, tx)))[0] ?? null
}

/** Pauses it. Deliveries are then answered and dropped. Data read so far stays. */
export const pauseConnection = (services: Services, connection: Connection): Promise<void> =>
  move(services, connection, { from: 'active', to: 'paused' })

/** Resumes it, and reads data from during the pause, as far as the service lists it. */
export async function resumeConnection(services: Services, connection: Connection): Promise<void> {
  await move(services, connection, { from: 'paused', to: 'active' })
  await services.jobs.send(pullConnectionsJob, {})
}

async function move(
  services: Services,
  { id, site, integration }: Connection,
  { from, to }: { from: Connection['state']; to: Connection['state'] },
): Promise<void> {
  const { db, now } = services
  const pullDueAt = to === 'active' && integration.pull ? now() : null
  await db.asTeam(site, (tx) =>
    tx
      .update(connections)
      .set({ state: to, pullDueAt })
      .where(and(inSite(connections, site), eq(connections.id, id), eq(connections.state, from))),
  )
}

/**
 * Asks the service to send nothing more, and revokes the approval. Accepts nothing more even if the
 * service doesn't respond. Keeps delivered data without the deliveries themselves, and deletes the
 * credentials.
 */
export async function disconnect(services: Services, known: Connection): Promise<void> {
  const connection = await closeAddress(services, known)
  const { id, uuid, site, integration, state } = connection
  if (state !== 'ended') {
    const caller = callerOf(services, connection)
    const { unsubscribe, revoke } = integration
    await bestEffort(services, connection, async () => unsubscribe?.(caller))
    if (revoke && connection.credentials.grant && (await isLastOfAccount(services, connection))) {
      await bestEffort(services, connection, () => revoke(caller))
    }
  }
  const { secrets } = services.security
  await services.db.system.delete(deliveries).where(eq(deliveries.connectionId, id))
  await changeSite(services, site, async (tx) => {
    await tx
      .update(connections)
      .set({
        state: 'ended',
        hookHash: null,
        pullDueAt: null,
        cursor: null,
        failures: 0,
        failingSince: null,
        fault: null,
        credentials: sealCredentials(secrets, uuid, newCredentials({})),
      })
      .where(and(inSite(connections, site), eq(connections.id, id)))
    await dropCachedStock(tx, site.siteId)
  })
}

/**
 * Before the service is asked: what runs at the same time then stores nothing more, and webhooks that it
 * creates are its own to remove (upkeep/keep-subscribed.server.ts).
 *
 * @returns the connection with the webhooks that were stored until then
 */
async function closeAddress(services: Services, known: Connection): Promise<Connection> {
  const { id, site } = known
  await services.db.asTeam(site, (tx) =>
    tx
      .update(connections)
      .set({ hookHash: null })
      .where(and(inSite(connections, site), eq(connections.id, id))),
  )
  return (await findConnection(services, id)) ?? known
}

/** Before a site is deleted: its rows name what has to be ended at the services. */
export const leaveServicesOfSite = (services: Services, site: SiteScope): Promise<void> =>
  leaveServices(services, inSite(connections, site))

/** The same for an organization, with all its sites. */
export const leaveServicesOfTeam = (services: Services, team: TeamScope): Promise<void> =>
  leaveServices(services, inTeam(connections, team))

/** One after the other: the last of an account gives its approval back. */
async function leaveServices(services: Services, which: SQL): Promise<void> {
  const left = await listConnections(services, and(which, ne(connections.state, 'ended')))
  for (const connection of left) {
    const { integration, credentials } = connection
    const isKnownThere = integration.unsubscribe !== undefined || credentials.grant !== null
    if (isKnownThere) await disconnect(services, connection)
  }
}

async function bestEffort(
  { log }: Services,
  { uuid }: Connection,
  call: () => Promise<void>,
): Promise<void> {
  try {
    await call()
  } catch (error) {
    if (!isFailedCall(error)) throw error
    log.warn({ connection: uuid, err: error }, 'a service could not be left')
  }
}

/** Counts all sites, including other organizations', because a revoked approval ends for all. */
async function isLastOfAccount(
  { db }: Services,
  { id, integration }: Connection,
): Promise<boolean> {
  const account = db.system
    .select({ account: connections.account })
    .from(connections)
    .where(eq(connections.id, id))
  const others = await db.system.$count(
    connections,
    and(
      eq(connections.integration, integration.name),
      inArray(connections.account, account),
      ne(connections.id, id),
      inArray(connections.state, ['active', 'paused', 'lost']),
    ),
  )
  return others === 0
}

/** An owner who goes to the service to approve comes back within minutes, or never. */
const pendingMillis = dayMillis

const pulled = integrations.filter(({ pull }) => pull).map(({ name }) => name)

/** Removes connections that no one finished, and asks those that were never asked. Called by a job. */
export async function sweepConnections({ db, now }: Services): Promise<void> {
  const before = new Date(now().getTime() - pendingMillis)
  // Connected before its integration could list anything. Those without credentials are read by an app.
  await db.system
    .update(connections)
    .set({ pullDueAt: now() })
    .where(
      and(
        eq(connections.state, 'active'),
        isNull(connections.pullDueAt),
        isNotNull(connections.credentials),
        inArray(connections.integration, pulled),
      ),
    )
  await db.system
    .delete(connections)
    .where(and(eq(connections.state, 'pending'), lt(connections.createdAt, before)))
}

/** Processes deliveries again that were processed, or that no attempt could process. */
export async function replayDeliveries(
  services: Services,
  { id }: Connection,
  rowIds: readonly number[],
): Promise<number> {
  const { db, now, jobs } = services
  return db.transaction(async (tx) => {
    const rows = await tx
      .update(deliveries)
      .set({ state: 'waiting', dueAt: now(), fault: null })
      .where(
        and(
          eq(deliveries.connectionId, id),
          inArray(deliveries.id, [...rowIds]),
          inArray(deliveries.state, ['done', 'failed']),
        ),
      )
      .returning({ id: deliveries.id })
    if (rows.length > 0) await jobs.send(processConnectionDeliveriesJob, {}, tx)
    return rows.length
  })
}
