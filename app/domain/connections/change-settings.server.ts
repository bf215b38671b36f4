/** Changes what a connection was connected with, and so connects a lost one again. */
import { and, eq, ne } from 'drizzle-orm'
import { connections } from '#app/db/schema/connections.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { callerOf } from './caller.server.ts'
import { connectErrors, fieldErrors, withoutGranted, type Connected } from './connect.server.ts'
import type { Connection } from './connection.server.ts'
import { changeCredentials } from './credentials.server.ts'
import { pullConnectionsJob } from './jobs.ts'
import { refuseForeignPage } from './reviews/refuse-foreign-page.ts'

/**
 * Tries the settings at the service first: when they don't work, the connection goes on as it was.
 *
 * @param given the fields that change; others stay as they are stored
 */
export async function changeSettings(
  services: Services,
  connection: Connection,
  given: Record<string, unknown>,
): Promise<Connected> {
  const { id, uuid, site, integration, credentials } = connection
  const merged = { ...credentials.settings, ...withoutGranted(integration, given) }
  const read = integration.settings.safeParse(merged)
  if (!read.success) return { ok: false, errors: { fields: fieldErrors(read.error), form: null } }
  const settings = read.data
  const account = integration.accountOf(settings) || uuid
  const { db, now, security, jobs } = services
  const taken = await db.asTeam(site, (tx) =>
    tx.$count(
      connections,
      and(
        inSite(connections, site),
        eq(connections.integration, integration.name),
        eq(connections.account, account),
        ne(connections.id, id),
      ),
    ),
  )
  if (taken > 0) return refused('Another connection of this site belongs to this account.')
  const state = connection.state === 'paused' ? 'paused' : 'active'
  try {
    refuseForeignPage(integration, settings, connection.siteUrl)
    const caller = callerOf(services, connection, { settings })
    const tested = await integration.test?.(caller)
    const subscription = (await integration.subscribe?.(caller)) ?? {}
    const columns = {
      state,
      account,
      label: tested?.label ?? null,
      failures: 0,
      failingSince: null,
      fault: null,
      pullDueAt: integration.pull && state === 'active' ? now() : null,
    } as const
    await db.transaction(async (tx) => {
      await changeCredentials({ tx, secrets: security.secrets }, connection, {
        columns,
        // The token of an approval doesn't depend on the settings.
        change: (current) => ({
          ...current,
          settings,
          subscription,
          token: current.grant ? current.token : null,
        }),
      })
      if (integration.pull && state === 'active') await jobs.send(pullConnectionsJob, {}, tx)
    })
    return { ok: true, uuid }
  } catch (error) {
    if (!isFailedCall(error)) throw error
    return { ok: false, errors: connectErrors(error, integration) }
  }
}

const refused = (form: string): Connected => ({ ok: false, errors: { fields: {}, form } })
