/** Coupons, promotion codes, and the discounts that they become. */
import { type Account } from './account.ts'
import { addMonths } from './calendar.ts'
import { invalid, missing } from './failure.ts'
import { listOf, textOf, type Params } from './form.ts'
import type { DiscountRule } from './money.ts'
import type { CouponRow, DiscountRow, PriceRow, PromotionCodeRow, SubscriptionRow } from './rows.ts'

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

type Target = Pick<SubscriptionRow, 'id' | 'customer' | 'discounts'> & {
  /** Price of the order that it is used for. */
  amount: number
}

/**
 * The discounts that `discounts` asks for: ids of those that stay, and of new ones, which aren't redeemed
 * yet. Undefined when it's absent, none when it's empty.
 */
export function readDiscounts(
  account: Account,
  params: Params,
  target: Target,
): string[] | undefined {
  if (!('discounts' in params)) return undefined
  const given = listOf(params, 'discounts')
  if (given.length > 1) throw invalid('The double keeps one discount.', { param: 'discounts' })
  return given.map((one) => {
    const kept = textOf(one, 'discount')
    if (kept === undefined) return createDiscount(account, one, target)
    if (target.discounts.includes(kept)) return kept
    throw missing('discount', kept, 'discounts[0][discount]')
  })
}

function createDiscount(account: Account, given: Params, target: Target): string {
  const codeId = textOf(given, 'promotion_code')
  const code = codeId === undefined ? null : account.get('promotion_code', codeId, 'discounts')
  if (code) checkCode(account, code, target)
  const couponId = code?.promotion.coupon ?? textOf(given, 'coupon') ?? ''
  const coupon = account.tables.coupon.get(couponId)
  if (!coupon) throw missing('coupon', couponId, 'discounts[0][coupon]')
  if (!isUsable(account, coupon)) {
    throw invalid(`Coupon expired: ${coupon.id}`, { code: 'coupon_expired', param: 'discounts' })
  }
  if (coupon.amount_off !== null && coupon.currency !== 'usd') {
    throw invalid('The coupon has another currency than the subscription.', { param: 'discounts' })
  }
  const months = coupon.duration === 'repeating' ? (coupon.duration_in_months ?? 1) : null
  const discount: DiscountRow = {
    id: account.nextId('di'),
    object: 'discount',
    customer: target.customer,
    subscription: target.id,
    promotion_code: code?.id ?? null,
    source: { type: 'coupon', coupon: coupon.id },
    start: account.now(),
    end: months === null ? null : addMonths(account.now(), months),
    checkout_session: null,
    customer_account: null,
    invoice: null,
    invoice_item: null,
    subscription_item: null,
  }
  account.tables.discount.set(discount.id, discount)
  return discount.id
}

function checkCode(
  account: Account,
  { restrictions, ...code }: PromotionCodeRow,
  { customer, amount }: Target,
): void {
  const refuse = (message: string) => invalid(message, { param: 'discounts' })
  if (!isActiveCode(account, { restrictions, ...code })) {
    throw refuse('This promotion code is not active.')
  }
  if (code.customer !== null && code.customer !== customer) {
    throw refuse('This promotion code cannot be redeemed by this customer.')
  }
  // Open ones count, whatever the reference says (stripe-node issue 2349).
  const hasBought = [...account.tables.invoice.values()].some(
    (one) => one.customer === customer && one.status !== 'draft' && one.status !== 'void',
  )
  if (restrictions.first_time_transaction && hasBought) {
    throw refuse(
      'This promotion code cannot be redeemed because the associated customer has prior transactions.',
    )
  }
  if (restrictions.minimum_amount !== null && amount < restrictions.minimum_amount) {
    throw refuse('This promotion code needs a larger amount.')
  }
}

/** Replaces the discounts of a subscription. New ones are redeemed by that. */
export function applyDiscounts(
  account: Account,
  subscription: SubscriptionRow,
  ids: readonly string[],
): void {
  const before = subscription.discounts
  subscription.discounts = [...ids]
  for (const id of before) if (!ids.includes(id)) emitGone(account, id)
  for (const id of ids) {
    if (before.includes(id)) continue
    const discount = account.get('discount', id)
    account.get('coupon', discount.source.coupon).times_redeemed += 1
    const code = account.tables.promotion_code.get(discount.promotion_code ?? '')
    if (code) code.times_redeemed += 1
    account.emit('customer.discount.created', discount)
  }
}

const emitGone = (account: Account, id: string) => {
  account.emit('customer.discount.deleted', account.get('discount', id))
}

/** The rule of the subscription's current discount for a price. Null: none. */
export function ruleOf(
  account: Account,
  { discounts }: Pick<SubscriptionRow, 'discounts'>,
  { product }: Pick<PriceRow, 'product'>,
): DiscountRule | null {
  const discount = account.tables.discount.get(discounts[0] ?? '')
  if (!discount || (discount.end !== null && discount.end <= account.now())) return null
  const coupon = account.get('coupon', discount.source.coupon)
  if (coupon.applies_to && !coupon.applies_to.products.includes(product)) return null
  return { percentOff: coupon.percent_off, amountOff: coupon.amount_off }
}

/** After an invoice: a discount that applies once has been used. */
export function useDiscount(account: Account, subscription: SubscriptionRow): void {
  const discount = account.tables.discount.get(subscription.discounts[0] ?? '')
  if (!discount) return
  const coupon = account.get('coupon', discount.source.coupon)
  if (coupon.duration === 'once') applyDiscounts(account, subscription, [])
}

/** When the subscription's discount ends. Null: it has none, or one that doesn't end by time. */
export const discountEnd = ({ tables }: Account, { discounts }: SubscriptionRow): number | null =>
  tables.discount.get(discounts[0] ?? '')?.end ?? null
