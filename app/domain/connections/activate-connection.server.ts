/** From a begun connection to one that works, or to none. */
import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { connections } from '#app/db/schema/connections.ts'
import { lockSite } from '#app/domain/lock-site.server.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { AnyIntegration, Caller, Grant } from '#app/integrations/integration.ts'
import { isUniqueViolation } from '#app/lib/database-errors.ts'
import { secondMillis } from '#app/lib/time.ts'
import { TryLater } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { callerOf, type Tried } from './caller.server.ts'
import { findConnection, type Connection } from './connection.server.ts'
import {
  hookHashOf,
  newCredentials,
  sealCredentials,
  storedToken,
  type Credentials,
} from './credentials.server.ts'
import { pullConnectionsJob } from './jobs.ts'
import { refuseForeignPage } from './reviews/refuse-foreign-page.ts'
import { refuseListedTwice } from './reviews/refuse-listed-twice.server.ts'
import { keptName, listOthers, nameOf } from './upkeep/account-names.server.ts'
import { leaveService } from './upkeep/leave-service.server.ts'
import { cursorOfFound } from './upkeep/missing-account.server.ts'

/** More would be a mistake, or an attempt to wear the database out. */
const maxConnections = 100

type Beginning = {
  integration: AnyIntegration
  settings: Record<string, unknown>
  /** Who connects it, and so hears when it is lost. Absent: no one but the owner. */
  by: number | undefined
}

/** The plan lacks the integration, or the site has too many connections. */
export type NotBegun = {
  ok: false
  fault: 'notOnPlan' | 'tooMany'
  /** The plan that includes it; may be empty. */
  neededPlan: string
}

type Begun = { ok: true; connection: Connection } | NotBegun

/** A row with an address that the service can reach already. */
export async function beginConnection(
  services: Services,
  site: SiteScope,
  { integration, settings, by }: Beginning,
): Promise<Begun> {
  const { neededPlan } = await readEntitlements(services, site)
  const needed = neededPlan(`integrations.${integration.name}`)
  if (needed !== null) return { ok: false, fault: 'notOnPlan', neededPlan: needed }
  const { db, now, security } = services
  const uuid = randomUUID()
  const credentials = newCredentials(settings)
  const id = await db.asTeam(site, async (tx) => {
    await lockSite(tx, site)
    const total = await tx.$count(
      connections,
      and(
        inSite(connections, site),
        inArray(connections.state, ['pending', 'active', 'paused', 'lost']),
      ),
    )
    if (total >= maxConnections) return null
    const [row] = await tx
      .insert(connections)
      .values({
        uuid,
        teamId: site.teamId,
        siteId: site.siteId,
        integration: integration.name,
        account: uuid,
        state: 'pending',
        credentials: sealCredentials(security.secrets, uuid, credentials),
        hookHash: hookHashOf(credentials.hookToken),
        connectedBy: by ?? null,
        createdAt: now(),
      })
      .returning({ id: connections.id })
    return row?.id ?? null
  })
  const connection = id === null ? null : await findConnection(services, id)
  return connection ? { ok: true, connection } : { ok: false, fault: 'tooMany', neededPlan: '' }
}

/** For a connection that can't be finished: nothing of it stays. */
export async function removeBegun({ db }: Services, { id }: Connection): Promise<void> {
  await db.system
    .delete(connections)
    .where(and(eq(connections.id, id), eq(connections.state, 'pending')))
}

export type Finishing = {
  settings: Record<string, unknown>
  /** The grant of an OAuth approval. */
  grant?: Grant
  /** Refuses an earlier connection of the account, or that there is none, by throwing. */
  check?: (earlier: Connection | null) => void
}

/**
 * Tries the settings, subscribes, and begins to read. Two people who connect the same account at
 * the same moment get the same connection.
 *
 * @returns the uuid of the connection: an earlier one to the same account goes on
 * @throws ConnectionLost, TryLater, BadRecord, and what `check` throws
 */
export async function activate(
  services: Services,
  begun: Connection,
  finishing: Finishing,
): Promise<string> {
  try {
    return await activateOnce(services, begun, finishing)
  } catch (error) {
    if (!(error instanceof TakenMeanwhile)) throw error
  }
  try {
    return await activateOnce(services, begun, finishing)
  } catch (error) {
    if (!(error instanceof TakenMeanwhile)) throw error
    const at = new Date(services.now().getTime() + secondMillis)
    throw new TryLater('The account is being connected or disconnected elsewhere.', at)
  }
}

/** The account was connected or disconnected in between. It is looked up again. */
class TakenMeanwhile extends Error {}

async function activateOnce(
  services: Services,
  begun: Connection,
  { settings, grant, check }: Finishing,
): Promise<string> {
  const { integration } = begun
  const name = integration.accountOf(settings) || begun.uuid
  const tried = { settings, accessToken: grant?.accessToken }
  const { earlier, account } = await findAccount(services, begun, { name, tried })
  check?.(earlier)
  refuseForeignPage(integration, settings, begun.siteUrl)
  await refuseListedTwice(services, begun, settings)
  const tested = await integration.test?.(callerOf(services, earlier ?? begun, tried))
  const connection = await reopen(services, earlier ?? begun, tried)
  const caller = callerOf(services, connection, tried)
  const subscription = await subscribe(services, { connection, caller, earlier })
  const { db, now, security, jobs } = services
  const credentials: Credentials = {
    ...connection.credentials,
    settings,
    subscription,
    token: grant ? storedToken({ token: grant.accessToken, expiresAt: grant.expiresAt }) : null,
    grant: grant ? { refreshToken: grant.refreshToken } : null,
  }
  const store = () =>
    db.transaction(async (tx) => {
      if (earlier) await tx.delete(connections).where(eq(connections.id, begun.id))
      const stored = await tx
        .update(connections)
        .set({
          state: 'active',
          account,
          label: tested?.label ?? null,
          credentials: sealCredentials(security.secrets, connection.uuid, credentials),
          hookHash: hookHashOf(credentials.hookToken),
          failures: 0,
          failingSince: null,
          lostAt: null,
          fault: null,
          cursor: cursorOfFound,
          connectedBy: begun.connectedBy,
          pullDueAt: integration.pull ? now() : null,
        })
        .where(isStillOpen(connection))
        .returning({ id: connections.id })
      if (stored.length === 0) throw new TakenMeanwhile()
      if (integration.pull) await jobs.send(pullConnectionsJob, {}, tx)
    })
  try {
    await store()
  } catch (error) {
    const isTaken =
      error instanceof TakenMeanwhile || isUniqueViolation(error, 'connections_account_key')
    if (!isTaken) throw error
    await leaveService(services, connection, { ...caller, subscription })
    throw new TakenMeanwhile()
  }
  return connection.uuid
}

/** Not disconnected since it was read. Old rows have no address. */
const isStillOpen = ({ id, credentials }: Connection) =>
  and(
    eq(connections.id, id),
    ne(connections.state, 'ended'),
    or(isNull(connections.hookHash), eq(connections.hookHash, hookHashOf(credentials.hookToken))),
  )

/**
 * Gives an ended connection another address. The service may still be asked to forget the webhooks of the
 * former one, by this process or by another, and those that follow must not be among them.
 */
async function reopen(
  services: Services,
  connection: Connection,
  tried: Tried,
): Promise<Connection> {
  if (connection.state !== 'ended') return connection
  const { db, security } = services
  // None is left of one whose service was left.
  await leaveService(services, connection, callerOf(services, connection, tried))
  const credentials = newCredentials(tried.settings)
  const reopened = await db.system
    .update(connections)
    .set({
      state: 'pending',
      hookHash: hookHashOf(credentials.hookToken),
      credentials: sealCredentials(security.secrets, connection.uuid, credentials),
    })
    .where(and(eq(connections.id, connection.id), eq(connections.state, 'ended')))
    .returning({ id: connections.id })
  if (reopened.length === 0) throw new TakenMeanwhile()
  return { ...connection, state: 'pending', credentials }
}

type Subscribing = { connection: Connection; caller: Caller; earlier: Connection | null }

/** The service may check the address immediately. One that had ended ends again if it refuses. */
async function subscribe(
  { db, security }: Services,
  { connection, caller, earlier }: Subscribing,
): Promise<Record<string, string>> {
  const { integration, uuid } = connection
  try {
    return (await integration.subscribe?.(caller)) ?? {}
  } catch (error) {
    if (earlier?.state === 'ended') {
      const left = { ...newCredentials({}), name: nameOf(connection) }
      const credentials = sealCredentials(security.secrets, uuid, left)
      await db.system
        .update(connections)
        .set({ state: 'ended', hookHash: null, credentials })
        .where(isStillOpen(connection))
    }
    throw error
  }
}

/**
 * The account's connection, by the name that its settings have now, and the name that is stored. A connection that
 * moved away from the name is another account, unless the service shows that it moved back.
 */
async function findAccount(
  services: Services,
  begun: Connection,
  { name, tried }: { name: string; tried: Tried },
): Promise<{ earlier: Connection | null; account: string }> {
  const others = await listOthers(services, begun)
  const known = others.find((one) => nameOf(one) === name)
  if (known) return { earlier: known, account: keptName(known, name) }
  const first = others.find(({ account }) => account === name)
  if (!first) return { earlier: null, account: name }
  const caller = callerOf(services, first, tried)
  const movedBack = await begun.integration.isSameAccount?.(caller, first.credentials.settings)
  if (movedBack) return { earlier: first, account: name }
  return { earlier: null, account: `${name} (${begun.uuid.slice(0, 8)})` }
}
