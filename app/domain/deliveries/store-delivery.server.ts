/** Webhooks on their way in: stored before they are answered. */
import { sql } from 'drizzle-orm'
import type { Database, Queries } from '#app/db/db.ts'
import { deliveries } from '#app/db/schema/deliveries.ts'
import { createGroupCommit, type GroupCommit } from '#app/lib/async/group-commit.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { SealedBytes } from '#app/lib/security/secrets.server.ts'
import type { Services } from '#app/services.ts'
import type { Delivery, DeliveryProvider } from './delivery.ts'
import { processConnectionDeliveriesJob, processDeliveriesJob } from './jobs.ts'

type NewRow = Omit<Delivery, 'id' | 'body'> & {
  deliveryId: string
  body: SealedBytes
  receivedAt: Date
}

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
        const stored = await insertNew(tx, rows)
        const isOfApp = ({ connectionId }: { connectionId: string | null }) => connectionId === null
        if (stored.some(isOfApp)) await jobs.send(processDeliveriesJob, {}, tx)
        if (!stored.every(isOfApp)) await jobs.send(processConnectionDeliveriesJob, {}, tx)
        return rows.map(() => null)
      }),
  })
  queues.set(db, created)
  return created
}

/**
 * Those that aren't there yet. One value carries all rows, because building a statement with a
 * parameter for each column of each row took longer than running it.
 */
async function insertNew(
  tx: Queries,
  rows: readonly NewRow[],
): Promise<{ connectionId: string | null }[]> {
  const given = rows.map(({ body, ...row }) => ({ ...row, body: body.toString('base64') }))
  const { rows: stored } = await tx.execute<{ connectionId: string | null }>(sql`
    insert into ${deliveries}
      (provider, connection_id, account, delivery_id, topic, body, triggered_at, received_at, due_at)
    select provider, "connectionId", account, "deliveryId", topic, decode(body, 'base64'),
      "triggeredAt", "receivedAt", "receivedAt"
    from json_to_recordset(${JSON.stringify(given)}::json) as row (
      provider text, "connectionId" bigint, account text, "deliveryId" text, topic text, body text,
      "triggeredAt" timestamptz, "receivedAt" timestamptz
    )
    -- A provider that repeats what is slow can send the same two to two nodes.
    order by provider, account, "deliveryId"
    on conflict do nothing
    returning connection_id as "connectionId"`)
  return stored
}

/**
 * Stores it once, with the job that processes it. Only after this, answer the provider with success.
 *
 * @throws QueueFull when too many wait to be stored
 */
export async function storeDelivery(
  services: Services,
  { provider, connectionId, account, id: givenId, topic, triggeredAt, body }: Delivery,
): Promise<void> {
  const at = services.now()
  const id = storable(givenId)
  const sealedBody = services.security.secrets.seal(body, rowName(provider, id))
  const row: NewRow = {
    provider,
    connectionId,
    account,
    deliveryId: id,
    topic: storable(topic),
    body: sealedBody,
    triggeredAt,
    receivedAt: at,
  }
  await queueOf(services).add([row], sealedBody.length)
}

/** The answer when too many wait to be stored: providers send it again. */
export const tooManyDeliveries = () =>
  new Refusal('unavailable', 'Too many deliveries. Send it again later.', { retryAfterSeconds: 5 })

/**
 * A text column accepts neither NUL nor lone surrogates. One such delivery would fail all others of its
 * commit.
 */
const storable = (text: string) => text.replaceAll(/[\0\p{Cs}]/gu, '\ufffd')

/** The name under which its body is encrypted. */
export const rowName = (provider: DeliveryProvider, id: string): string =>
  `deliveries:${provider}:${id}`
