import type { TeamScope } from '#app/domain/scope.ts'
import { formatCents } from '#app/lib/money.ts'
import { refuseField } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { invalidCoupon } from './ask-provider.server.ts'
import type { BillingCustomer, CardChannel, CouponAnswer, CouponUse } from './channel.ts'
import { planName } from './plan-name.ts'
import { hasUsedCoupon } from './stored/store-subscriptions.server.ts'

type Wanted = {
  card: CardChannel
  customer: BillingCustomer
  use: CouponUse
  /** The plan that it would be used for. */
  planId: string
}

/**
 * Checks a coupon before it is used, so that its limits aren't found by the refusal of the order. Each works
 * once per team.
 *
 * @throws Refusal `invalid` at the coupon, with what it is limited to
 */
export async function requireUsableCoupon(
  services: Services,
  scope: TeamScope,
  { card, customer, use, planId }: Wanted,
): Promise<void> {
  const isUsed = await services.db.asTeam(scope, (tx) => hasUsedCoupon(tx, scope, use.code))
  if (isUsed) throw refuseField('coupon', invalidCoupon)
  const answer = await card.findCoupon(customer, use)
  if ('refused' in answer) throw refuseField('coupon', sentenceOf(answer, planId))
}

function sentenceOf(answer: Extract<CouponAnswer, { refused: unknown }>, planId: string): string {
  switch (answer.refused) {
    case 'unknown':
      return invalidCoupon
    case 'plan':
      return `This coupon isn’t for the ${planName(planId)} plan.`
    case 'first':
      return 'This coupon is only for a first purchase.'
    case 'customer':
      return 'This coupon is for another organization.'
    case 'amount':
      return `This coupon is for plans from ${formatCents(answer.leastCents)} a month.`
  }
}
