/** A request to a connection's address: checked, stored, and only then answered. */
import { inArray } from 'drizzle-orm'
import { connections } from '#app/db/schema/connections.ts'
import type { Database } from '#app/db/db.ts'
import { storeDelivery } from '#app/domain/deliveries/store-delivery.server.ts'
import { suspendedTeam } from '#app/domain/teams/suspension.ts'
import type { RawDelivery } from '#app/integrations/integration.ts'
import { createGroupCommit, type GroupCommit } from '#app/lib/async/group-commit.ts'
import { shorten } from '#app/lib/storable-text.ts'
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
 * @throws ForgedDelivery, BadRecord; ConnectionLost, TryLater when the service sends credentials
 *   that don't work; QueueFull; Refusal `forbidden` while the team is suspended
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
    await takeCredentials(services, connection.id, verdict.credentials)
    return { status: 200 }
  }
  if (connection.isSuspended) throw suspendedTeam()
  // Answered like a stored one, or the service would give the address up.
  if (connection.state === 'paused' || !connection.isOnPlan) return { status: 200 }
  await storeDelivery(services, {
    provider: connection.integration.name,
    connectionId: connection.id,
    account: connection.uuid,
    id: `${connection.uuid}:${shorten(verdict.id, 200)}`,
    topic: shorten(verdict.topic, 200),
    triggeredAt: verdict.triggeredAt ?? null,
    body: writeEnvelope(raw),
  })
  return { status: 200 }
}

/** Services give up after five seconds, and storing the delivery takes a part of them. */
const limits = {
  maxBatch: 200,
  maxRows: 2_000,
  maxBytes: Infinity,
  maxWaitMillis: 2_000,
  maxInFlight: 1,
}

type Found = Connection | null

const reads = new WeakMap<Database, GroupCommit<string, Found>>()

/**
 * Services send many deliveries at the same time, so those that arrive during a query share the next
 * one. Nothing is remembered between queries: an address that is rotated, paused or verified in another
 * way by any process counts as it is for the next delivery.
 */
function readsOf(services: Services): GroupCommit<string, Found> {
  const known = reads.get(services.db)
  if (known) return known
  const created = createGroupCommit<string, Found>({
    ...limits,
    ownerOf: (token) => token,
    write: async (tokens) => {
      const hashes = [...new Set(tokens)].map(hookHashOf)
      const found = await listConnections(services, inArray(connections.hookHash, hashes))
      const byToken = new Map(found.map((one) => [one.credentials.hookToken, one]))
      return tokens.map((token) => byToken.get(token) ?? null)
    },
  })
  reads.set(services.db, created)
  return created
}

async function findByAddress(
  services: Services,
  { integration, token }: { integration: string; token: string },
): Promise<Found> {
  if (!/^[0-9a-f]{48}$/.test(token)) return null
  const [connection] = await readsOf(services).add([token], token.length)
  if (!connection || connection.state === 'ended') return null
  return connection.integration.name === integration ? connection : null
}
