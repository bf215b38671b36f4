/** Connects a site with a service. */
import { and, eq, inArray, ne } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { connections } from '#app/db/schema/index.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { AnyIntegration, Caller } from '#app/integrations/integration.ts'
import { integrationLabels } from '#app/integrations/labels.ts'
import { productName } from '#app/lib/product.ts'
import { ConnectionLost, isFailedCall, TryLater } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { callerOf } from './caller.server.ts'
import { findConnection, type Connection } from './connection.server.ts'
import { hookHashOf, newCredentials, sealCredentials } from './credentials.server.ts'
import { pullConnectionsJob } from './jobs.ts'

/** The form's fields with sentences, or one sentence about all of them. */
export type ConnectErrors = { fields: Record<string, string>; form: string | null }

export type Connected = { ok: true; uuid: string } | { ok: false; errors: ConnectErrors }

/** More would be a mistake, or an attempt to wear the database out. */
const maxConnections = 100

type Wanted = {
  integration: AnyIntegration
  given: Record<string, unknown>
  /** Who connects it, and so hears when it is lost. Absent: no one but the owner. */
  by?: number
}

/**
 * Tries the settings at the service, asks it to send deliveries, and begins to read what is there.
 *
 * @param given the form's fields
 */
export async function connectWithSettings(
  services: Services,
  site: SiteScope,
  { integration, given, by }: Wanted,
): Promise<Connected> {
  const read = integration.settings.safeParse(given)
  if (!read.success) return { ok: false, errors: { fields: fieldErrors(read.error), form: null } }
  const settings = read.data
  const begun = await beginConnection(services, site, { integration, settings, by })
  if (!begun)
    return refused('This site has too many connections. Disconnect one that it doesn’t need.')
  return finish(services, begun, settings)
}

type Approval = Wanted & { returnUrl: (uuid: string) => string }

/**
 * Sends the owner to the service, which asks for approval and hands over credentials.
 *
 * @param returnUrl where the service sends the owner back to
 */
export async function beginApproval(
  services: Services,
  site: SiteScope,
  { integration, given, by, returnUrl }: Approval,
): Promise<{ ok: true; approveUrl: string } | { ok: false; errors: ConnectErrors }> {
  const { approveFields = [], approveUrl } = integration
  if (!approveUrl) throw new Error('The integration has no approval.')
  const asked = Object.entries(integration.settings.shape).filter(([name]) =>
    approveFields.includes(name),
  )
  const read = z.object(Object.fromEntries(asked)).safeParse(given)
  if (!read.success) return { ok: false, errors: { fields: fieldErrors(read.error), form: null } }
  const settings = read.data
  const begun = await beginConnection(services, site, { integration, settings, by })
  if (!begun)
    return refused('This site has too many connections. Disconnect one that it doesn’t need.')
  const pages = {
    returnUrl: returnUrl(begun.uuid),
    appName: productName,
    connectionId: begun.uuid,
  }
  return { ok: true, approveUrl: approveUrl(callerOf(services, begun), pages) }
}

/**
 * The service hands over what the owner approved. Without effect for a connection that has credentials:
 * whoever learns its address must not be able to point it at another account.
 *
 * @throws ConnectionLost, TryLater, BadRecord when they don't work
 */
export async function takeCredentials(
  services: Services,
  id: number,
  given: Record<string, unknown>,
): Promise<void> {
  const connection = await findConnection(services, id)
  if (connection?.state !== 'pending') return
  const merged = { ...connection.credentials.settings, ...given }
  const read = connection.integration.settings.safeParse(merged)
  if (!read.success)
    throw new ConnectionLost('The credentials from the service have another shape.')
  const finished = await finish(services, connection, read.data)
  if (!finished.ok) throw new ConnectionLost('The credentials don’t work.')
}

const refused = (form: string) => ({ ok: false as const, errors: { fields: {}, form } })

/** By field; of each the first sentence. */
export function fieldErrors(error: {
  issues: readonly { path: PropertyKey[]; message: string }[]
}) {
  const entries = error.issues.map(({ path, message }) => [String(path[0] ?? ''), message] as const)
  return Object.fromEntries(entries.toReversed())
}

type Beginning = {
  integration: AnyIntegration
  settings: Record<string, unknown>
  by: number | undefined
}

/** A row with an address that the service can reach already. Null: there are too many. */
async function beginConnection(
  services: Services,
  site: SiteScope,
  { integration, settings, by }: Beginning,
): Promise<Connection | null> {
  const { db, now, security } = services
  const uuid = randomUUID()
  const credentials = newCredentials(settings)
  const id = await db.asTeam(site, async (tx) => {
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
  return id === null ? null : findConnection(services, id)
}

/** Tries the settings, subscribes and activates; or removes what was begun. */
async function finish(
  services: Services,
  begun: Connection,
  settings: Record<string, unknown>,
): Promise<Connected> {
  try {
    return { ok: true, uuid: await activate(services, begun, settings) }
  } catch (error) {
    await services.db.system
      .delete(connections)
      .where(and(eq(connections.id, begun.id), eq(connections.state, 'pending')))
    if (!isFailedCall(error)) throw error
    return { ok: false, errors: { fields: {}, form: connectSentence(error, begun.integration) } }
  }
}

/** Why a service did not accept, in plain words. */
export function connectSentence(error: unknown, { name }: AnyIntegration): string {
  const label = integrationLabels[name]
  if (error instanceof ConnectionLost) {
    return `${label} didn’t accept these details. Check them, and that they may read your data.`
  }
  if (error instanceof TryLater) {
    return `${label} can’t be reached right now. Check the address, or try again in a few minutes.`
  }
  return `${label} answered something that we can’t read. Check that the address is the right one.`
}

/** Returns the uuid of the connection: an earlier one to the same account goes on. */
async function activate(
  services: Services,
  begun: Connection,
  settings: Record<string, unknown>,
): Promise<string> {
  const { integration } = begun
  const account = integration.accountOf(settings) || begun.uuid
  const earlier = await findAccount(services, begun, account)
  const connection = earlier ?? begun
  const caller = callerOf(services, connection, settings)
  const tested = await integration.test?.(caller)
  const subscription = await subscribe(services, connection, caller)
  const { db, now, security, jobs } = services
  const credentials = { ...connection.credentials, settings, subscription, token: null }
  await db.transaction(async (tx) => {
    if (earlier) await tx.delete(connections).where(eq(connections.id, begun.id))
    await tx
      .update(connections)
      .set({
        state: 'active',
        account,
        label: tested?.label ?? null,
        credentials: sealCredentials(security.secrets, connection.uuid, credentials),
        hookHash: hookHashOf(credentials.hookToken),
        failures: 0,
        failingSince: null,
        fault: null,
        connectedBy: begun.connectedBy,
        pullDueAt: integration.pull ? now() : null,
      })
      .where(eq(connections.id, connection.id))
    if (integration.pull) await jobs.send(pullConnectionsJob, {}, tx)
  })
  return connection.uuid
}

/** The service may check the address at once, so that of a connection that had ended works again first. */
async function subscribe(
  { db }: Services,
  { id, state, integration, credentials }: Connection,
  caller: Caller,
): Promise<Record<string, string>> {
  if (!integration.subscribe) return {}
  if (state !== 'ended') return integration.subscribe(caller)
  const set = (columns: Partial<typeof connections.$inferInsert>) =>
    db.system.update(connections).set(columns).where(eq(connections.id, id))
  await set({ state: 'pending', hookHash: hookHashOf(credentials.hookToken) })
  try {
    return await integration.subscribe(caller)
  } catch (error) {
    await set({ state: 'ended', hookHash: null })
    throw error
  }
}

async function findAccount(
  services: Services,
  { id, site, integration }: Connection,
  account: string,
): Promise<Connection | null> {
  const [row] = await services.db.system
    .select({ id: connections.id })
    .from(connections)
    .where(
      and(
        inSite(connections, site),
        eq(connections.integration, integration.name),
        eq(connections.account, account),
        ne(connections.id, id),
      ),
    )
  return row ? findConnection(services, row.id) : null
}
