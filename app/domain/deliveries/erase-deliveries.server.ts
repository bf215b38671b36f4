/** Removes what an account delivered, when people or the account are erased. */
import { and, eq, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { connections, deliveries, shops } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import type { Delivery } from './delivery.ts'
import { rowName } from './store-delivery.server.ts'

type Account = Pick<Delivery, 'provider' | 'account'>

type Choice = Account & {
  /** Of each that has a body. */
  keeps: (waiting: { rowId: number; body: string }) => boolean
}

/** Removes bodies that nobody has processed yet, unless they are kept. Their rows stay, and say so. */
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

/**
 * Removes the bodies that are kept of deliveries to these sites which no longer wait: those to their
 * connections, and those to their shop's app that failed. Any of them may name a person who is erased.
 */
export async function dropKeptBodies(tx: Queries, siteIds: readonly number[]): Promise<void> {
  const ofSites = tx
    .select({ id: connections.id })
    .from(connections)
    .where(inArray(connections.siteId, [...siteIds]))
  const domains = tx
    .select({ domain: shops.domain })
    .from(shops)
    .where(inArray(shops.siteId, [...siteIds]))
  const toApp = and(
    isNull(deliveries.connectionId),
    eq(deliveries.provider, 'shopify'),
    inArray(deliveries.account, domains),
  )
  await tx
    .update(deliveries)
    .set({ body: null })
    .where(
      and(or(inArray(deliveries.connectionId, ofSites), toApp), ne(deliveries.state, 'waiting')),
    )
}

/** Removes all traces of an account's deliveries. */
export async function deleteDeliveries(tx: Queries, account: Account): Promise<void> {
  await tx.delete(deliveries).where(isOf(account))
}

const isOf = ({ provider, account }: Account) =>
  and(eq(deliveries.provider, provider), eq(deliveries.account, account))
