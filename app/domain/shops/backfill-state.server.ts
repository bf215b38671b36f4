/** Which of a shop's earlier orders and products are still to be brought in. */
import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { shops, type BackfillState } from '#app/db/schema/shops.ts'
import { dayMillis, secondMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { backfillShopsJob } from './jobs.ts'

/** Shopify shows older orders only to apps with a further scope. */
const backfillDays = 60

/**
 * Columns of `shops` that start a backfill.
 *
 * @param repairedSince changes of orders since then; absent: as many as Shopify shows
 * @param former one that didn't come to the end of the orders: they are read from where it began
 */
export function newBackfill(at: Date, repairedSince?: Date, former?: BackfillState) {
  const since = repairedSince ?? new Date(at.getTime() - backfillDays * dayMillis)
  const backfill: BackfillState = {
    status: 'running',
    reason: former?.reason ?? (repairedSince ? 'repair' : 'install'),
    since: former?.since ?? since.toISOString(),
    isStorefrontConnected: false,
    productsFrom: null,
    cursors: {},
    counts: { products: 0, orders: 0 },
    failures: 0,
    ...(former?.ordersRefusedSince ? { ordersRefusedSince: former.ordersRefusedSince } : {}),
  }
  return { backfill, backfillDueAt: at }
}

/** The job runs by the clock this often. */
const clockSeconds = 60

/** Wakes the job when a shop's pause is over before the clock does. */
export async function sendBackfillAt({ db, jobs, now }: Services, at: Date): Promise<void> {
  const seconds = (at.getTime() - now().getTime()) / 1000
  if (seconds >= clockSeconds || !(await jobs.hasQueue(backfillShopsJob, db.system))) return
  await jobs.sendLater(backfillShopsJob, {}, seconds)
}

/** Wakes the job. Without a queue yet, the next run by the clock finds what is due. */
export async function sendBackfill(tx: Queries, { jobs }: Pick<Services, 'jobs'>): Promise<void> {
  if (await jobs.hasQueue(backfillShopsJob, tx)) await jobs.send(backfillShopsJob, {}, tx)
}

/**
 * The backfill of a shop whose access had ended goes on now, because a visit brought a new one. Otherwise
 * it would wait up to an hour.
 */
export const resumeBackfill = (services: Services, domain: string): Promise<void> =>
  resumeWhere(services, domain, sql`${shops.backfill}->>'heldBy' = 'access'`)

const soonestVisitLook = 10 * secondMillis

/** Whether a visit of the shop's staff is a reason to ask Shopify for orders again. */
export const isWorthALook = (state: BackfillState | null, at: Date): boolean =>
  state?.status === 'waiting' &&
  at.getTime() - Date.parse(state.lookedAt ?? state.since) >= soonestVisitLook

/** Asks Shopify again whether it approved order data: someone in the shop waits for it. */
export const lookForApproval = (services: Services, domain: string): Promise<void> =>
  resumeWhere(services, domain, sql`${shops.backfill}->>'status' = 'waiting'`)

async function resumeWhere(
  { db, jobs, now }: Services,
  domain: string,
  condition: SQL,
): Promise<void> {
  const resumed = await db.system
    .update(shops)
    .set({ backfillDueAt: now(), backfill: sql`${shops.backfill} - 'heldBy'` })
    .where(
      and(
        eq(shops.domain, domain),
        isNull(shops.uninstalledAt),
        isNotNull(shops.backfillDueAt),
        condition,
      ),
    )
    .returning({ id: shops.id })
  if (resumed.length > 0) await sendBackfill(db.system, { jobs })
}
