/** One change at a provider per team and moment, without a transaction that waits for the provider. */
import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { billingAccounts } from '#app/db/schema/billing.ts'
import { runWithin } from '#app/lib/async/deadline.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { secondMillis } from '#app/lib/time.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { Services } from '#app/services.ts'

/** A process that died blocks no longer than that. */
const leaseMillis = 60 * secondMillis
/** All calls of a change end before its lease does. The rest is for the database. */
const callsMillis = 50 * secondMillis

/**
 * Runs a change. Its calls to the provider take less time than the lease, all together.
 *
 * @throws Refusal `conflict` while another change runs; TryLater when the time is over
 */
export async function withLease<Outcome>(
  { db, now }: Pick<Services, 'db' | 'now'>,
  scope: TeamScope,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const at = now()
  const busyWith = randomUUID()
  const lease = { busyWith, busyUntil: new Date(at.getTime() + leaseMillis) }
  const taken = await db.asTeam(scope, (tx) =>
    tx
      .insert(billingAccounts)
      .values({ teamId: scope.teamId, ...lease, createdAt: at, updatedAt: at })
      .onConflictDoUpdate({
        target: billingAccounts.teamId,
        set: lease,
        setWhere: sql`${billingAccounts.busyUntil} is null or ${billingAccounts.busyUntil} <= ${at.toISOString()}::timestamptz`,
      })
      .returning({ teamId: billingAccounts.teamId }),
  )
  if (taken.length === 0) {
    throw new Refusal(
      'conflict',
      'Another change to your plan is in progress. Try again in a minute.',
    )
  }
  try {
    return await runWithin(callsMillis, now, work)
  } finally {
    await db.asTeam(scope, (tx) =>
      tx
        .update(billingAccounts)
        .set({ busyUntil: null, busyWith: null })
        .where(and(inTeam(billingAccounts, scope), eq(billingAccounts.busyWith, busyWith))),
    )
  }
}
