/** Asks a service once more before its owner hears by email that it doesn't find an account. */
import { and, eq } from 'drizzle-orm'
import { connections } from '#app/db/schema/connections.ts'
import { hourMillis, minuteMillis, secondMillis } from '#app/lib/time.ts'
import { BadRecord, ConnectionLost, HeldUp, isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { callerOf } from '../caller.server.ts'
import { listConnections, type Connection } from '../connection.server.ts'
import { lossEmailJob } from '../jobs.ts'
import type { Notified } from '../loss-notice.server.ts'
import { noteSuccess } from '../outcome.server.ts'
import { forOwner } from './for-owner.ts'

/** Answers that say nothing about the account come so often, and the email goes out without one. */
const mostUnclear = 3

/** After which the pull that was due immediately has asked for what had failed. */
const pullMillis = 10 * minuteMillis

/**
 * Attempts get rarer, so a shop can be back that wasn't there at the last one. Its data is due immediately
 * then, and the email goes out only if that doesn't succeed: a firewall may answer for other addresses than the
 * one that was asked here. If the service can't be asked now, the email waits for another hour, three times at
 * most.
 *
 * @returns whether the email is still about what the service answers
 */
export async function isStillHeld(services: Services, notified: Notified): Promise<boolean> {
  const { hasWaited, wasFound, unclear = 0 } = notified
  // Others are about an answer of this moment.
  if (!hasWaited) return true
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
  // It was pulled since then, and that didn't end it.
  if (wasFound) return true
  const askLater = (change: Partial<Notified>, millis: number) =>
    services.jobs.sendLater(lossEmailJob, { ...notified, ...change }, millis / secondMillis)
  const answer = await ask(services, connection)
  if (answer === 'held' || (answer === 'unclear' && unclear >= mostUnclear)) return true
  if (answer === 'unclear') await askLater({ unclear: unclear + 1 }, hourMillis)
  else if (!connection.integration.pull) await noteSuccess(services, connection)
  else {
    await pullNow(services, connection)
    await askLater({ wasFound: true }, pullMillis)
  }
  return false
}

async function ask(
  services: Services,
  connection: Connection,
): Promise<'found' | 'held' | 'unclear'> {
  try {
    await connection.integration.test?.(callerOf(services, connection))
    return 'found'
  } catch (thrown) {
    const error = forOwner(thrown, connection.integration)
    if (!isFailedCall(error)) throw error
    if (error instanceof HeldUp || error instanceof ConnectionLost) return 'held'
    return error instanceof BadRecord && error.reply?.status === 404 ? 'held' : 'unclear'
  }
}

async function pullNow({ db, now }: Services, { id }: Connection): Promise<void> {
  await db.system
    .update(connections)
    .set({ pullDueAt: now() })
    .where(and(eq(connections.id, id), eq(connections.state, 'active')))
}
