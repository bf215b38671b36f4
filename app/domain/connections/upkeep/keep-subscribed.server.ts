/**
 * Looks once a day whether a service still sends its deliveries. Services turn webhooks off after failed
 * attempts (BigCommerce after 48 hours, Shopify after eight, WooCommerce after five, Eventbrite after ten),
 * and people delete them, which nothing else would show.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Cursor } from '#app/integrations/integration.ts'
import { dayMillis } from '#app/lib/time.ts'
import { isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { callerOf } from '../caller.server.ts'
import type { Connection } from '../connection.server.ts'
import { changeCredentials } from '../credentials.server.ts'
import { noteRecords } from '../note-records.server.ts'

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
  const { id, uuid, integration, credentials } = connection
  const now = services.now().getTime()
  const looked = lookedAt(cursor, connection)
  const kept = { ...cursor, [place]: lookAt(Math.min(looked, now)) }
  if (!integration.subscribe || now - looked < dayMillis)
    return integration.subscribe ? kept : cursor
  try {
    const subscription = await integration.subscribe(callerOf(services, connection))
    if (!isDeepStrictEqual(subscription, credentials.subscription)) {
      const { secrets } = services.security
      await services.db.transaction((tx) =>
        changeCredentials({ tx, secrets }, connection, {
          columns: {},
          change: (current) => ({ ...current, subscription }),
        }),
      )
      services.log.info({ connection: uuid }, 'webhooks of a connection were mended')
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
