/** Coupons, promotion codes, and the discounts that they become. */
import { type Account } from './account.ts'
import { addMonths } from './calendar.ts'
import { invalid, missing } from './failure.ts'
import { listOf, textOf, type Params } from './form.ts'
import type { DiscountRule } from './money.ts'
import type { CouponRow, DiscountRow, PromotionCodeRow, SubscriptionRow } from './rows.ts'

function isUsable(account: Account, coupon: CouponRow): boolean {
  const isUsedUp =
    coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions
  return !isUsedUp && (coupon.redeem_by === null || coupon.redeem_by > account.now())
}

/** As it is answered: whether it can be redeemed now. */
export function refreshed(account: Account, coupon: CouponRow): CouponRow {
  coupon.valid = isUsable(account, coupon)
  return coupon
}

export function isActiveCode(account: Account, code: PromotionCodeRow): boolean {
  const isUsedUp = code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions
  const isLate = code.expires_at !== null && code.expires_at <= account.now()
  return code.active && !isUsedUp && !isLate
}

type Redeemable = { coupon: CouponRow; code: PromotionCodeRow | null }

/** The discount that `discounts` asks for. Undefined when it's absent, null when it's empty. */
export function readDiscount(
  account: Account,
  params: Params,
  customer: string,
): Redeemable | null | undefined {
  if (!('discounts' in params)) return undefined
  const given = listOf(params, 'discounts')[0]
  if (!given) return null
  const codeId = textOf(given, 'promotion_code')
  const code = codeId === undefined ? null : account.get('promotion_code', codeId, 'discounts')
  if (code) checkCode(account, code, customer)
  const couponId = code?.promotion.coupon ?? textOf(given, 'coupon') ?? ''
  const coupon = account.tables.coupon.get(couponId)
  if (!coupon) throw missing('coupon', couponId, 'discounts[0][coupon]')
  if (!isUsable(account, coupon)) {
    throw invalid(`Coupon expired: ${coupon.id}`, { code: 'coupon_expired', param: 'discounts' })
  }
  if (coupon.amount_off !== null && coupon.currency !== 'usd') {
    throw invalid('The coupon has another currency than the subscription.', { param: 'discounts' })
  }
  return { coupon, code }
}

function checkCode(account: Account, code: PromotionCodeRow, customer: string): void {
  const refuse = (message: string) => invalid(message, { param: 'discounts' })
  if (!isActiveCode(account, code)) throw refuse('This promotion code is not active.')
  if (code.customer !== null && code.customer !== customer) {
    throw refuse('This promotion code cannot be redeemed by this customer.')
  }
  const hasPaid = [...account.tables.invoice.values()].some(
    (one) => one.customer === customer && one.status === 'paid' && one.amount_paid > 0,
  )
  if (code.restrictions.first_time_transaction && hasPaid) {
    throw refuse('This promotion code can only be redeemed by new customers.')
  }
}

/** Replaces the discounts of a subscription. */
export function applyDiscount(
  account: Account,
  subscription: SubscriptionRow,
  redeemable: Redeemable | null,
): void {
  subscription.discounts = []
  if (!redeemable) return
  const { coupon, code } = redeemable
  const months = coupon.duration === 'repeating' ? (coupon.duration_in_months ?? 1) : null
  const discount: DiscountRow = {
    id: account.nextId('di'),
    object: 'discount',
    customer: subscription.customer,
    subscription: subscription.id,
    promotion_code: code?.id ?? null,
    source: { type: 'coupon', coupon: coupon.id },
    start: account.now(),
    end: months === null ? null : addMonths(account.now(), months),
  }
  account.tables.discount.set(discount.id, discount)
  subscription.discounts = [discount.id]
  coupon.times_redeemed += 1
  if (code) code.times_redeemed += 1
}

/** The rule of the subscription's current discount. Null: none. */
export function ruleOf(account: Account, { discounts }: SubscriptionRow): DiscountRule | null {
  const discount = account.tables.discount.get(discounts[0] ?? '')
  if (!discount || (discount.end !== null && discount.end <= account.now())) return null
  const coupon = account.get('coupon', discount.source.coupon)
  return { percentOff: coupon.percent_off, amountOff: coupon.amount_off }
}

/** After an invoice: a discount that applies once has been used. */
export function useDiscount(account: Account, subscription: SubscriptionRow): void {
  const discount = account.tables.discount.get(subscription.discounts[0] ?? '')
  if (!discount) return
  const coupon = account.get('coupon', discount.source.coupon)
  if (coupon.duration === 'once') subscription.discounts = []
}

/** At its end a discount leaves the subscription. */
export function endDiscount(account: Account, subscription: SubscriptionRow): boolean {
  const discount = account.tables.discount.get(subscription.discounts[0] ?? '')
  if (!discount || discount.end === null || discount.end > account.now()) return false
  subscription.discounts = []
  return true
}
