import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { givenCoupons } from '#app/db/schema/billing.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { SubscriptionSnapshot } from '../channel.ts'

/** Notes that the merchant used the code, if staff gave it. */
export async function markCouponUsed(
  tx: Transaction,
  scope: TeamScope,
  { code, at }: { code: string; at: Date },
): Promise<void> {
  await tx
    .update(givenCoupons)
    .set({ usedAt: at })
    .where(
      and(
        inTeam(givenCoupons, scope),
        eq(sql`lower(${givenCoupons.code})`, code.toLowerCase()),
        isNull(givenCoupons.usedAt),
      ),
    )
}

type Ordered = Pick<SubscriptionSnapshot, 'state' | 'usedCoupon'>

/** Notes codes of first orders that wait for their payment: they can't be entered again, whatever becomes of it. */
export async function markWaitingCoupons(
  tx: Transaction,
  scope: TeamScope,
  { snapshots, at }: { snapshots: readonly Ordered[]; at: Date },
): Promise<void> {
  for (const { state, usedCoupon: code } of snapshots) {
    if (state === 'incomplete' && code != null) await markCouponUsed(tx, scope, { code, at })
  }
}
