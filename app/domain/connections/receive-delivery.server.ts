/** A request to a connection's address: checked, stored, and only then answered. */
import { eq } from 'drizzle-orm'
import { connections } from '#app/db/schema/index.ts'
import type { Database } from '#app/db/db.ts'
import { storeDelivery } from '#app/domain/deliveries/store-delivery.server.ts'
import type { RawDelivery } from '#app/integrations/integration.ts'
import { createLruMap, type LruMap } from '#app/lib/cache/lru-map.ts'
import { secondMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { callerOf } from './caller.server.ts'
import { takeCredentials } from './connect.server.ts'
import { listConnections, type Connection } from './connection.server.ts'
import { hookHashOf } from './credentials.server.ts'
import { writeEnvelope } from './envelope.ts'

type Reply = { status: number; body?: string; contentType?: string }

/** Null: there is no such address. */
export type Received = Reply | null

/**
 * @param address the integration's name and the secret, as the path has them
 * @throws ForgedDelivery, BadRecord; ConnectionLost, TryLater when the service hands over credentials
 *   that don't work; QueueFull
 */
export async function receiveDelivery(
  services: Services,
  address: { integration: string; token: string },
  raw: RawDelivery,
): Promise<Received> {
  const connection = await findByAddress(services, address)
  const receive = connection?.integration.receive
  if (!connection || !receive) return null
  const verdict = await receive.verify(raw, callerOf(services, connection))
  if ('reply' in verdict) return verdict.reply
  if ('credentials' in verdict) {
    forget(services, address.token)
    await takeCredentials(services, connection.id, verdict.credentials)
    return { status: 200 }
  }
  // Answered like a stored one, or the service would give the address up.
  if (connection.state === 'paused' || !connection.isOnPlan) return { status: 200 }
  await storeDelivery(services, {
    provider: connection.integration.name,
    connectionId: connection.id,
    account: connection.uuid,
    id: `${connection.uuid}:${verdict.id.slice(0, 200)}`,
    topic: verdict.topic.slice(0, 200),
    triggeredAt: verdict.triggeredAt ?? null,
    body: writeEnvelope(raw),
  })
  return { status: 200 }
}

/** For so long, an address that was rotated or paused elsewhere still counts here. */
const memoryMillis = 5 * secondMillis

type Known = { connection: Connection | null; until: number }

const memories = new WeakMap<Database, LruMap<string, Known>>()

function memoryOf({ db }: Services): LruMap<string, Known> {
  const known = memories.get(db)
  if (known) return known
  const created = createLruMap<string, Known>({ maxWeight: 5_000 })
  memories.set(db, created)
  return created
}

const forget = (services: Services, token: string) => {
  memoryOf(services).delete(token)
}

/** Services send many deliveries at the same time, so the row isn't read for each. */
async function findByAddress(
  services: Services,
  { integration, token }: { integration: string; token: string },
): Promise<Connection | null> {
  if (!/^[0-9a-f]{48}$/.test(token)) return null
  const memory = memoryOf(services)
  const at = services.now().getTime()
  const known = memory.get(token)
  if (known && known.until > at && known.until <= at + memoryMillis) {
    return fits(known.connection, integration)
  }
  const [connection = null] = await listConnections(
    services,
    eq(connections.hookHash, hookHashOf(token)),
  )
  memory.set(token, { connection, until: at + memoryMillis })
  return fits(connection, integration)
}

const fits = (connection: Connection | null, integration: string) =>
  connection?.integration.name === integration && connection.state !== 'ended' ? connection : null
