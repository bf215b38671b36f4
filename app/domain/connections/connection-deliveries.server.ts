/** Deliveries of a service to a connection's address, for its owner to look at. */
import { and, desc, eq, gte, sql } from 'drizzle-orm'
import { deliveries } from '#app/db/schema/deliveries.ts'
import { rowName } from '#app/domain/deliveries/store-delivery.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { readEnvelope } from './envelope.ts'

/** For so long a body can be looked at and processed again. */
const deliveryDays = 7

/** More would be no list to read. */
const mostDeliveries = 50

export type ConnectionDelivery = {
  id: number
  topic: string
  state: 'waiting' | 'done' | 'failed'
  attempts: number
  fault: string | null
  receivedAt: Date
  /** It can be looked at, and processed again. */
  hasBody: boolean
}

/** Newest first. The caller has found the connection in its site: deliveries don't store a site. */
export const listDeliveries = (
  { db, now }: Services,
  connection: { id: number },
): Promise<ConnectionDelivery[]> =>
  db.system
    .select({
      id: deliveries.id,
      topic: deliveries.topic,
      state: deliveries.state,
      attempts: deliveries.attempts,
      fault: deliveries.fault,
      receivedAt: deliveries.receivedAt,
      hasBody: sql<boolean>`${deliveries.body} is not null`,
    })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.connectionId, connection.id),
        gte(deliveries.receivedAt, new Date(now().getTime() - deliveryDays * dayMillis)),
      ),
    )
    .orderBy(desc(deliveries.id))
    .limit(mostDeliveries)

/** As the service sent it. Null: the connection has no such delivery, or its body was removed. */
export async function readDeliveryBody(
  { db, security: { secrets } }: Services,
  connection: { id: number },
  id: number,
): Promise<{ contentType: string; text: string } | null> {
  const [row] = await db.system
    .select({
      provider: deliveries.provider,
      deliveryId: deliveries.deliveryId,
      body: deliveries.body,
    })
    .from(deliveries)
    .where(and(eq(deliveries.connectionId, connection.id), eq(deliveries.id, id)))
  if (!row?.body) return null
  const { contentType, text } = readEnvelope(
    secrets.open(row.body, rowName(row.provider, row.deliveryId)),
  )
  return { contentType, text }
}
