/** Tries a failing connection before its next attempt is due, because its owner fixed something. */
import { and, eq } from 'drizzle-orm'
import { connections } from '#app/db/schema/connections.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { callerOf } from './caller.server.ts'
import { connectSentence } from './connect.server.ts'
import type { Connection } from './connection.server.ts'
import { pullConnectionsJob } from './jobs.ts'
import { noteFailure, noteSuccess } from './outcome.server.ts'

type Asker = {
  /** Email address of the person who tries. */
  account: string
  address: string
}

export type Tried = { ok: true } | { ok: false; sentence: string }

/**
 * Calls the service, and lets what is pulled follow. A service that asked us to wait isn't called.
 *
 * @throws Refusal `too_many`
 */
export async function tryNow(
  services: Services,
  connection: Connection,
  { account, address }: Asker,
): Promise<Tried> {
  const { id, integration, site, state } = connection
  if (state !== 'active') return { ok: false, sentence: 'Only active connections can be tried.' }
  const { db, now, jobs, security } = services
  await security.rateLimits.consume('tryConnection', account, address)
  try {
    await integration.test?.(callerOf(services, connection))
  } catch (error) {
    if (!isFailedCall(error)) throw error
    await noteFailure(services, connection, error)
    return { ok: false, sentence: connectSentence(error, integration) }
  }
  // Whether lists can be read shows when they are read.
  if (!integration.pull) {
    await noteSuccess(services, connection)
    return { ok: true }
  }
  await db.transaction(async (tx) => {
    await tx
      .update(connections)
      .set({ pullDueAt: now() })
      .where(
        and(inSite(connections, site), eq(connections.id, id), eq(connections.state, 'active')),
      )
    await jobs.send(pullConnectionsJob, {}, tx)
  })
  return { ok: true }
}
