/** Webhooks on their way in: stored before they are answered, processed afterwards. */
import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { deliveries, type deliveryProviders } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { dayMillis } from '#app/lib/time.ts'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import { processDeliveryJob } from './jobs.ts'

export type Provider = (typeof deliveryProviders)[number]

export type ReceivedDelivery = {
  provider: Provider
  account: string
  /** The provider's id, the same for each attempt to deliver it. */
  id: string
  topic: string
  triggeredAt: Date | null
  body: string
}

/**
 * Stores it with the job that processes it. Only after this the provider may be answered with success.
 *
 * @returns false when it was stored before
 */
export async function storeDelivery(
  { db, jobs, now, security: { secrets } }: Services,
  { provider, account, id, topic, triggeredAt, body }: ReceivedDelivery,
): Promise<boolean> {
  const sealedBody = secrets.seal(body, rowName(provider, id))
  return db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(deliveries)
      .values({
        ...{ provider, account, topic, triggeredAt },
        deliveryId: id,
        body: sealedBody,
        receivedAt: now(),
      })
      .onConflictDoNothing()
      .returning({ id: deliveries.id })
    if (!stored) return false
    await jobs.send(processDeliveryJob, { id: stored.id }, tx)
    return true
  })
}

const rowName = (provider: Provider, id: string) => `deliveries:${provider}:${id}`

export type Delivery = ReceivedDelivery & { receivedAt: Date }

/**
 * Processes a stored delivery. Nothing happens when that was done before. After a failure the queue
 * calls it again, so `process` has to be repeatable.
 *
 * @throws what `process` throws, except BadRecord: what can't be read now can't be read later
 */
export async function processDelivery(
  services: Services,
  id: number,
  process: (delivery: Delivery) => Promise<void>,
): Promise<void> {
  const { db } = services
  const delivery = await openDelivery(services, id)
  if (!delivery) return
  try {
    await process(delivery)
    await db.system.update(deliveries).set(processed).where(eq(deliveries.id, id))
  } catch (error) {
    const isUnreadable = error instanceof BadRecord
    const fault = error instanceof Error ? error.name : 'Error'
    await db.system
      .update(deliveries)
      .set(isUnreadable ? { ...unreadable, fault: error.message } : { ...failedOnce, fault })
      .where(eq(deliveries.id, id))
    if (!isUnreadable) throw error
  }
}

const failedOnce = { attempts: sql`${deliveries.attempts} + 1` }
const processed = { ...failedOnce, state: 'done' as const, body: null, fault: null }
const unreadable = { ...failedOnce, state: 'failed' as const, body: null }

async function openDelivery(
  { db, security: { secrets } }: Services,
  id: number,
): Promise<Delivery | null> {
  const [row] = await db.system
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.id, id), eq(deliveries.state, 'waiting')))
  if (!row?.body) return null
  const { provider, account, topic, triggeredAt, receivedAt, deliveryId } = row
  const body = secrets.open(row.body, rowName(provider, deliveryId))
  return { provider, account, topic, triggeredAt, receivedAt, id: deliveryId, body }
}

/** Bodies that no attempt could process are removed after this time; their rows say why. */
const bodyDays = 7
/** For as long a repeated delivery is recognized. */
const rowDays = 30

export async function sweepDeliveries({ db, now }: Services): Promise<void> {
  const before = (days: number) =>
    lt(deliveries.receivedAt, new Date(now().getTime() - days * dayMillis))
  await db.system
    .update(deliveries)
    .set({ state: 'failed', body: null })
    .where(and(eq(deliveries.state, 'waiting'), before(bodyDays)))
  await db.system.delete(deliveries).where(before(rowDays))
}

/** Removes what an account delivered and nobody has processed yet. For erasures. */
export async function dropWaitingDeliveries(
  tx: Queries,
  { provider, account }: Pick<Delivery, 'provider' | 'account'>,
): Promise<void> {
  await tx
    .update(deliveries)
    .set({ state: 'failed', body: null, fault: 'erased' })
    .where(
      and(
        eq(deliveries.provider, provider),
        eq(deliveries.account, account),
        isNotNull(deliveries.body),
      ),
    )
}
