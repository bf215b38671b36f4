/**
 * Looks once a day whether a service still sends its deliveries. Services turn webhooks off after failed
 * attempts (BigCommerce after 48 hours, Shopify after eight, WooCommerce after five, Eventbrite after ten),
 * and people delete them, which nothing else would show.
 */
import { isDeepStrictEqual } from 'node:util'
import { connections } from '#app/db/schema/connections.ts'
import type { Cursor } from '#app/integrations/integration.ts'
import { dayMillis } from '#app/lib/time.ts'
import { isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { callerOf } from '../caller.server.ts'
import type { Connection } from '../connection.server.ts'
import { changeCredentials } from '../credentials.server.ts'
import { noteRecords } from '../note-records.server.ts'
import { asItWas } from './as-it-was.server.ts'
import { leaveService } from './leave-service.server.ts'

/** Kept beside the progress of its lists, so that it survives a restart. */
const place = 'webhooks'

/** In the shape of a list's progress (kit/phases.ts): one that has another shape would void all of it. */
const lookAt = (since: number) => ({ since, position: null })

const lookedAt = (cursor: Cursor, { createdAt }: Connection): number => {
  const known = (cursor?.[place] ?? {}) as { since?: unknown }
  return typeof known.since === 'number' ? known.since : createdAt.getTime()
}

/**
 * Subscribes again if a day has passed, which keeps what is there and mends what isn't. A failure is shown
 * on the connection's page and tried again the next day: what is listed still arrives.
 *
 * @param cursor of the page that was just read
 * @returns the cursor to keep
 */
export async function keepSubscribed(
  services: Services,
  connection: Connection,
  cursor: Cursor,
): Promise<Cursor> {
  const { id, uuid, integration } = connection
  const now = services.now().getTime()
  const looked = lookedAt(cursor, connection)
  const kept = { ...cursor, [place]: lookAt(Math.min(looked, now)) }
  if (!integration.subscribe || now - looked < dayMillis)
    return integration.subscribe ? kept : cursor
  try {
    const caller = callerOf(services, connection)
    const subscription = await integration.subscribe(caller)
    // Its owner may have disconnected it during the calls, and what they created is known here alone.
    if (!(await isKept(services, connection, subscription))) {
      await leaveService(services, connection, { ...caller, subscription })
    }
  } catch (error) {
    if (!isFailedCall(error)) throw error
    services.log.warn(
      { connection: uuid, err: error },
      'webhooks of a connection could not be checked',
    )
    const problem = 'We couldn’t check the webhooks at the service. We try again tomorrow.'
    await noteRecords(services, id, { stored: 0, skipped: 0, problem })
  }
  return { ...cursor, [place]: lookAt(now) }
}

/** False, and nothing is stored, when the connection was disconnected or connected again since then. */
const isKept = (
  { db, log, security: { secrets } }: Services,
  connection: Connection,
  subscription: Record<string, string>,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [row] = await tx
      .select({ id: connections.id })
      .from(connections)
      .where(asItWas(connection))
      .for('no key update')
    if (!row) return false
    if (!isDeepStrictEqual(subscription, connection.credentials.subscription)) {
      await changeCredentials({ tx, secrets }, connection, {
        columns: {},
        change: (current) => ({ ...current, subscription }),
      })
      log.info({ connection: connection.uuid }, 'webhooks of a connection were mended')
    }
    return true
  })
