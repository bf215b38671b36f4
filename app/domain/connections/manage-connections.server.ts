/** Pauses, resumes and disconnects, as the site's owner wants. */
import { and, eq, inArray, isNotNull, isNull, lt, ne, not, or, sql, type SQL } from 'drizzle-orm'
import { connections } from '#app/db/schema/connections.ts'
import { deliveries } from '#app/db/schema/deliveries.ts'
import { processConnectionDeliveriesJob } from '#app/domain/deliveries/jobs.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { dropCachedStock } from '#app/domain/products/cached-stock.server.ts'
import { inSite, inTeam } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope, TeamScope } from '#app/domain/scope.ts'
import { integrations } from '#app/integrations/registry.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { callerOf } from './caller.server.ts'
import { listConnections, type Connection } from './connection.server.ts'
import { hookHashOf, newCredentials, sealCredentials } from './credentials.server.ts'
import { pullConnectionsJob } from './jobs.ts'
import { nameOf } from './upkeep/account-names.server.ts'
import { bestEffort, leaveService } from './upkeep/leave-service.server.ts'

/** Null: the site has no such connection. */
export async function findSiteConnection(
  services: Services,
  site: SiteScope,
  uuid: string,
): Promise<Connection | null> {
  const which = and(inSite(connections, site), eq(connections.uuid, uuid))
  return (await services.db.asTeam(site, (tx) => listConnections(services, which, tx)))[0] ?? null
}

/** The site's connection with an account of a service. Null: it has none. */
export async function findAccountConnection(
  services: Services,
  site: SiteScope,
  { integration, account }: Pick<typeof connections.$inferSelect, 'integration' | 'account'>,
): Promise<Connection | null> {
  const which = and(
    inSite(connections, site),
    eq(connections.integration, integration),
    eq(connections.account, account),
  )
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
 * Ends it, then asks the service to send nothing more, and revokes the approval. Accepts nothing more
 * even if the service doesn't respond. Keeps delivered data without the deliveries themselves, and
 * deletes the credentials.
 */
export async function disconnect(services: Services, known: Connection): Promise<void> {
  if (await end(services, known)) await leave(services, known)
}

/**
 * Before the service is asked: what runs at the same time then stores nothing more, and webhooks that it
 * creates are its own to remove (upkeep/keep-subscribed.server.ts). The credentials are kept until the
 * service is left.
 *
 * @returns false: it had ended before
 */
const end = (services: Services, { id, site, credentials }: Connection): Promise<boolean> =>
  changeSite(services, site, async (tx) => {
    await dropCachedStock(tx, site.siteId)
    const ended = await tx
      .update(connections)
      .set({
        state: 'ended',
        // Says that it is to be left, also when the address was closed before.
        hookHash: hookHashOf(credentials.hookToken),
        pullDueAt: null,
        cursor: null,
        failures: 0,
        failingSince: null,
        lostAt: null,
        fault: null,
      })
      .where(and(inSite(connections, site), eq(connections.id, id), ne(connections.state, 'ended')))
      .returning({ id: connections.id })
    return ended.length > 0
  })

/** It has ended, and a process died before it left the service. */
const isToBeLeft = and(eq(connections.state, 'ended'), isNotNull(connections.hookHash))

/** One that is connected again meanwhile keeps its credentials. */
async function leave(services: Services, { id }: Pick<Connection, 'id'>): Promise<void> {
  const { db, security } = services
  const which = and(eq(connections.id, id), isToBeLeft)
  // With the webhooks that were stored until it ended.
  const [connection] = await listConnections(services, which)
  if (!connection) return
  const { uuid, integration, credentials } = connection
  const { revoke } = integration
  const caller = callerOf(services, connection)
  await leaveService(services, connection, caller)
  // Its owner can connect it again meanwhile, by another address and another approval.
  const isSame = and(which, eq(connections.hookHash, hookHashOf(credentials.hookToken)))
  if (
    revoke &&
    credentials.grant &&
    (await isLastOfAccount(services, connection)) &&
    (await db.system.$count(connections, isSame)) > 0
  ) {
    await bestEffort(services, connection, () => revoke(caller))
  }
  await db.transaction(async (tx) => {
    const left = await tx
      .update(connections)
      .set({
        hookHash: null,
        credentials: sealCredentials(security.secrets, uuid, {
          ...newCredentials({}),
          name: nameOf(connection),
        }),
      })
      .where(isSame)
      .returning({ id: connections.id })
    if (left.length > 0) await tx.delete(deliveries).where(eq(deliveries.connectionId, id))
  })
}

/** Before a site is deleted: its rows name what has to be ended at the services. */
export const leaveServicesOfSite = (services: Services, site: SiteScope): Promise<void> =>
  leaveServices(services, inSite(connections, site))

/** The same for an organization, with all its sites. */
export const leaveServicesOfTeam = (services: Services, team: TeamScope): Promise<void> =>
  leaveServices(services, inTeam(connections, team))

/** One after the other: the last of an account gives its approval back. */
async function leaveServices(services: Services, which: SQL): Promise<void> {
  const known = or(ne(connections.state, 'ended'), isToBeLeft)
  for (const connection of await listConnections(services, and(which, known))) {
    const { integration, credentials, state } = connection
    const isKnownThere = integration.unsubscribe !== undefined || credentials.grant !== null
    if (!isKnownThere) continue
    if (state === 'ended') await leave(services, connection)
    else await disconnect(services, connection)
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

/**
 * Removes connections that no one finished, asks those that were never asked, and leaves the services of
 * those that ended while a process died. Called by a job.
 *
 * @param isKept those whose connecting goes on for longer
 */
export async function sweepConnections(
  services: Services,
  isKept: SQL = sql`false`,
): Promise<void> {
  const { db, now } = services
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
  const isForgotten = and(
    eq(connections.state, 'pending'),
    lt(connections.createdAt, before),
    not(isKept),
  )
  // An account's name comes with the first connecting. A process died while this one was connected again.
  await db.system
    .update(connections)
    .set({ state: 'ended' })
    .where(and(isForgotten, ne(connections.account, sql`${connections.uuid}::text`)))
  await db.system.delete(connections).where(isForgotten)
  const ended = await db.system.select({ id: connections.id }).from(connections).where(isToBeLeft)
  for (const connection of ended) await leave(services, connection)
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
