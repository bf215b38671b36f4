/** One change at a provider per team and moment, without a transaction that waits for the provider. */
import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { billingAccounts } from '#app/db/schema/billing.ts'
import { Refusal } from '#app/lib/errors.ts'
import { secondMillis } from '#app/lib/time.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { Services } from '#app/services.ts'

/** Longer than all calls of a change can take. A process that died blocks no longer than that. */
const leaseMillis = 60 * secondMillis

/** @throws Refusal `conflict` while another change runs */
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
    return await work()
  } finally {
    await db.asTeam(scope, (tx) =>
      tx
        .update(billingAccounts)
        .set({ busyUntil: null, busyWith: null })
        .where(and(inTeam(billingAccounts, scope), eq(billingAccounts.busyWith, busyWith))),
    )
  }
}
