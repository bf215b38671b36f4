/** Removes what an account delivered, when people or the account are erased. */
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { deliveries } from '#app/db/schema/deliveries.ts'
import type { Services } from '#app/services.ts'
import type { Delivery } from './delivery.ts'
import { rowName } from './store-delivery.server.ts'

type Account = Pick<Delivery, 'provider' | 'account'>

type Choice = Account & {
  /** Called for each delivery that has a body. */
  keeps: (waiting: { rowId: number; body: string }) => boolean
}

/** Removes unprocessed bodies unless `keeps` keeps them. The rows stay, marked as erased. */
export async function dropWaitingDeliveries(
  tx: Queries,
  { security: { secrets } }: Pick<Services, 'security'>,
  { provider, account, keeps }: Choice,
): Promise<void> {
  const rows = await tx
    .select({ id: deliveries.id, deliveryId: deliveries.deliveryId, body: deliveries.body })
    .from(deliveries)
    .where(and(isOf({ provider, account }), isNotNull(deliveries.body)))
  const dropped = rows.flatMap(({ id, deliveryId, body }) => {
    if (body === null) return []
    const opened = secrets.open(body, rowName(provider, deliveryId))
    return keeps({ rowId: id, body: opened }) ? [] : [id]
  })
  if (dropped.length === 0) return
  await tx
    .update(deliveries)
    .set({ state: 'failed', body: null, fault: 'erased' })
    .where(inArray(deliveries.id, dropped))
}

/** Removes all traces of an account's deliveries. */
export async function deleteDeliveries(tx: Queries, account: Account): Promise<void> {
  await tx.delete(deliveries).where(isOf(account))
}

const isOf = ({ provider, account }: Account) =>
  and(eq(deliveries.provider, provider), eq(deliveries.account, account))
