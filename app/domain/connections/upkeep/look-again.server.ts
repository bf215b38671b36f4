/** Asks a service once more before its owner hears by email that it doesn't find an account. */
import { and, eq } from 'drizzle-orm'
import { connections } from '#app/db/schema/connections.ts'
import { hourMillis, secondMillis } from '#app/lib/time.ts'
import { BadRecord, ConnectionLost, HeldUp, isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { callerOf } from '../caller.server.ts'
import { listConnections, type Connection } from '../connection.server.ts'
import { lossEmailJob } from '../jobs.ts'
import type { Notified } from '../loss-notice.server.ts'
import { noteSuccess } from '../outcome.server.ts'

/**
 * Attempts get rarer, so a shop can be back that wasn't there at the last one. It goes on immediately then.
 * If the service can't be asked now, the email waits for another hour.
 *
 * @returns whether the email is still about what the service answers
 */
export async function isStillHeld(services: Services, notified: Notified): Promise<boolean> {
  // Others are about an answer of this moment.
  if (!notified.hasWaited) return true
  const [connection] = await listConnections(
    services,
    and(
      eq(connections.uuid, notified.connection),
      eq(connections.state, 'active'),
      eq(connections.lostAt, new Date(notified.lostAt)),
    ),
  )
  // Others aren't waiting for their service, or are asked nothing while they pause.
  if (!connection?.integration.test || !connection.isOnPlan || connection.isSuspended) return true
  const answer = await ask(services, connection)
  if (answer === 'found') await goOn(services, connection)
  if (answer === 'unclear') {
    await services.jobs.sendLater(lossEmailJob, notified, hourMillis / secondMillis)
  }
  return answer === 'held'
}

async function ask(
  services: Services,
  connection: Connection,
): Promise<'found' | 'held' | 'unclear'> {
  try {
    await connection.integration.test?.(callerOf(services, connection))
    return 'found'
  } catch (error) {
    if (!isFailedCall(error)) throw error
    if (error instanceof HeldUp || error instanceof ConnectionLost) return 'held'
    return error instanceof BadRecord && error.reply?.status === 404 ? 'held' : 'unclear'
  }
}

async function goOn(services: Services, connection: Connection): Promise<void> {
  await noteSuccess(services, connection)
  if (!connection.integration.pull) return
  await services.db.system
    .update(connections)
    .set({ pullDueAt: services.now() })
    .where(and(eq(connections.id, connection.id), eq(connections.state, 'active')))
}
