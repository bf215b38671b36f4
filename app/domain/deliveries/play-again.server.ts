/** Processing a stored delivery once more, and its content. */
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { deliveries } from '#app/db/schema/deliveries.ts'
import type { Services } from '#app/services.ts'
import type { DeliveryProvider } from './delivery.ts'
import { processConnectionDeliveriesJob, processDeliveriesJob } from './jobs.ts'
import { rowName } from './store-delivery.server.ts'

/**
 * Processes it as if it had just arrived. Everything that a delivery changes is repeatable.
 *
 * @returns false when it is being processed already, or its content was removed
 */
export async function playAgain(
  { db, now, jobs }: Services,
  { id, isOfApp }: { id: number; isOfApp: boolean },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const changed = await tx
      .update(deliveries)
      .set({ state: 'waiting', dueAt: now(), fault: null })
      .where(
        and(
          eq(deliveries.id, id),
          inArray(deliveries.state, ['done', 'failed']),
          isNotNull(deliveries.body),
        ),
      )
      .returning({ id: deliveries.id })
    if (changed.length === 0) return false
    await jobs.send(isOfApp ? processDeliveriesJob : processConnectionDeliveriesJob, {}, tx)
    return true
  })
}

/** As it came. Null: it was removed. */
export async function readStoredBody(
  { db, security: { secrets } }: Services,
  { id, provider }: { id: number; provider: DeliveryProvider },
): Promise<string | null> {
  const [row] = await db.system
    .select({ deliveryId: deliveries.deliveryId, body: deliveries.body })
    .from(deliveries)
    .where(eq(deliveries.id, id))
  return row?.body ? secrets.open(row.body, rowName(provider, row.deliveryId)) : null
}
