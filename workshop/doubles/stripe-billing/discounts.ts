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

type Target = Pick<SubscriptionRow, 'customer' | 'discounts'> & {
  id: string | null
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
  const ofCustomer = account.tables.customer.get(target.customer)?.discount?.id
  return given.map((one) => {
    const kept = textOf(one, 'discount')
    if (kept === undefined) return createDiscount(account, one, target)
    // "On the object (or one of its ancestors)".
    if (target.discounts.includes(kept) || kept === ofCustomer) return kept
    throw missing('discount', kept, 'discounts[0][discount]')
  })
}

/** As in Stripe’s dashboard: a discount of the customer, which replaces the one before. */
export function discountCustomer(account: Account, customer: string, coupon: string): DiscountRow {
  const target = { id: null, customer, discounts: [], amount: Infinity }
  const discount = account.get('discount', createDiscount(account, { coupon }, target))
  account.get('customer', customer).discount = discount
  account.emit('customer.discount.created', discount)
  return discount
}

/** As in Stripe’s dashboard. */
export function removeCustomerDiscount(account: Account, customer: string): void {
  const row = account.get('customer', customer)
  if (row.discount) emitGone(account, row.discount.id)
  row.discount = null
}

/** As in Stripe’s dashboard: a further discount of a subscription’s item. */
export function discountItem(account: Account, subscription: SubscriptionRow, coupon: string) {
  const { customer } = subscription
  const target = { id: null, customer, discounts: [], amount: Infinity }
  const discount = account.get('discount', createDiscount(account, { coupon }, target))
  const [item] = subscription.items.data
  discount.subscription_item = item?.id ?? null
  if (item) item.discounts = [...(item.discounts ?? []), discount.id]
  account.emit('customer.discount.created', discount)
  return discount
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

/**
 * Discounts of a subscription, in the order in which Stripe takes them off: "Subscription item discounts are
 * applied before subscription discounts", and a subscription that has none inherits the customer's.
 */
function appliedTo(
  account: Account,
  { customer, discounts, items, inherits = true }: Discounted,
): DiscountRow[] {
  const ofItem = items.data[0]?.discounts ?? []
  const all = [...ofItem, ...discounts].map((id) => account.get('discount', id))
  const inherited = account.tables.customer.get(customer)?.discount
  return discounts.length === 0 && inherited && inherits ? [...all, inherited] : all
}

type Discounted = Pick<SubscriptionRow, 'customer' | 'discounts' | 'items'> & {
  /** False in a preview that asks for no discounts. */
  inherits?: boolean
}

/** The same without those whose time is over: a subscription whose own are has the customer's. */
function runningIn(account: Account, { discounts, ...others }: Discounted): DiscountRow[] {
  const isRunning = ({ end }: DiscountRow) => end === null || end > account.now()
  const running = discounts.filter((id) => isRunning(account.get('discount', id)))
  return appliedTo(account, { ...others, discounts: running }).filter(isRunning)
}

/** The rules of the subscription's current discounts for a price. */
export function rulesOf(
  account: Account,
  subscription: Discounted,
  { product }: Pick<PriceRow, 'product'>,
): DiscountRule[] {
  return runningIn(account, subscription).flatMap(({ id, source }) => {
    const coupon = account.get('coupon', source.coupon)
    if (coupon.applies_to && !coupon.applies_to.products.includes(product)) return []
    return { id, percentOff: coupon.percent_off, amountOff: coupon.amount_off }
  })
}

/** After an invoice: discounts that apply once have been used. */
export function useDiscounts(account: Account, subscription: SubscriptionRow): void {
  removeDiscounts(account, subscription, ({ source }) => {
    const { duration } = account.get('coupon', source.coupon)
    return duration === 'once'
  })
}

/** Removes those whose time is over. */
export function endDiscounts(account: Account, subscription: SubscriptionRow): void {
  removeDiscounts(account, subscription, ({ end }) => end !== null && end <= account.now())
}

function removeDiscounts(
  account: Account,
  subscription: SubscriptionRow,
  isGone: (discount: DiscountRow) => boolean,
): void {
  const gone = appliedTo(account, subscription).filter(isGone)
  const isKept = (id: string) => !gone.some((one) => one.id === id)
  if (gone.length === 0) return
  applyDiscounts(account, subscription, subscription.discounts.filter(isKept))
  const [item] = subscription.items.data
  if (item?.discounts) {
    for (const id of item.discounts) if (!isKept(id)) emitGone(account, id)
    item.discounts = item.discounts.filter(isKept)
  }
  const customer = account.get('customer', subscription.customer)
  if (customer.discount && !isKept(customer.discount.id)) {
    emitGone(account, customer.discount.id)
    customer.discount = null
  }
}

/** When the first of the subscription's discounts ends. Null: none does by time. */
export function discountEnd(account: Account, subscription: SubscriptionRow): number | null {
  const ends = appliedTo(account, subscription).flatMap(({ end }) => end ?? [])
  return ends.length === 0 ? null : Math.min(...ends)
}
