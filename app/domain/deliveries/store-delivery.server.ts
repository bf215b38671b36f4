/** Webhooks on their way in: stored before they are answered. */
import type { Database } from '#app/db/db.ts'
import { deliveries } from '#app/db/schema/index.ts'
import { createGroupCommit, type GroupCommit } from '#app/lib/async/group-commit.ts'
import type { Services } from '#app/services.ts'
import type { Delivery, DeliveryProvider } from './delivery.ts'
import { processConnectionDeliveriesJob, processDeliveriesJob } from './jobs.ts'

type NewRow = typeof deliveries.$inferInsert

/** Providers give up after five seconds. */
const limits = {
  maxBatch: 200,
  maxRows: 2_000,
  maxBytes: 32 * 1024 * 1024,
  maxWaitMillis: 4_000,
  maxInFlight: 1,
}

const queues = new WeakMap<Database, GroupCommit<NewRow, null>>()

function queueOf({ db, jobs }: Services): GroupCommit<NewRow, null> {
  const known = queues.get(db)
  if (known) return known
  const created = createGroupCommit<NewRow, null>({
    ...limits,
    ownerOf: ({ account }) => account,
    write: (rows) =>
      db.transaction(async (tx) => {
        const stored = await tx
          .insert(deliveries)
          .values(rows)
          .onConflictDoNothing()
          .returning({ id: deliveries.id, connectionId: deliveries.connectionId })
        const isOfApp = ({ connectionId }: { connectionId: number | null }) => connectionId === null
        if (stored.some(isOfApp)) await jobs.send(processDeliveriesJob, {}, tx)
        if (!stored.every(isOfApp)) await jobs.send(processConnectionDeliveriesJob, {}, tx)
        return rows.map(() => null)
      }),
  })
  queues.set(db, created)
  return created
}

/**
 * Stores it once, with the job that processes it. Only after this, answer the provider with success.
 *
 * @throws QueueFull when too many wait to be stored
 */
export async function storeDelivery(
  services: Services,
  { provider, connectionId, account, id, topic, triggeredAt, body }: Delivery,
): Promise<void> {
  const at = services.now()
  const sealedBody = services.security.secrets.seal(body, rowName(provider, id))
  const row: NewRow = {
    provider,
    connectionId,
    account,
    deliveryId: id,
    topic,
    body: sealedBody,
    triggeredAt,
    receivedAt: at,
    dueAt: at,
  }
  await queueOf(services).add([row], sealedBody.length)
}

/** The name under which its body is encrypted. */
export const rowName = (provider: DeliveryProvider, id: string): string =>
  `deliveries:${provider}:${id}`
