/** Products, prices, coupons and promotion codes. */
import { base, type Account } from './account.ts'
import { invalid } from './failure.ts'
import * as form from './form.ts'
import type { CouponRow, PriceRow, ProductRow, PromotionCodeRow } from './rows.ts'

export function createProduct(account: Account, params: form.Params): ProductRow {
  const id = form.textOf(params, 'id') ?? account.nextId('prod')
  checkNew(account.tables.product, id)
  const product: ProductRow = {
    ...base(account, 'product', id),
    name: form.requiredOf(params, 'name'),
    active: true,
    metadata: form.mergedMetadata({}, params),
  }
  account.tables.product.set(id, product)
  return product
}

function checkNew(table: ReadonlyMap<string, unknown>, id: string): void {
  if (!table.has(id)) return
  throw invalid(`${id} already exists.`, { code: 'resource_already_exists', param: 'id' })
}

export function createPrice(account: Account, params: form.Params): PriceRow {
  const key = form.filledOf(params, 'lookup_key')
  const known = [...account.tables.price.values()].find((one) => one.lookup_key === key)
  if (key !== null && known) {
    if (!form.flagOf(params, 'transfer_lookup_key')) {
      // Without a code: stripe/stripe-ruby issue 933 has the sentence.
      throw invalid(`A price (\`${known.id}\`) already uses that lookup key.`, {
        param: 'lookup_key',
      })
    }
    known.lookup_key = null
  }
  const isRecurring = 'recurring' in params
  const price: PriceRow = {
    ...base(account, 'price', account.nextId('price')),
    product: account.get('product', form.requiredOf(params, 'product')).id,
    active: true,
    currency: form.requiredOf(params, 'currency'),
    unit_amount: form.integerOf(params, 'unit_amount') ?? 0,
    lookup_key: key,
    type: isRecurring ? 'recurring' : 'one_time',
    recurring: isRecurring
      ? { interval: 'month', interval_count: 1, usage_type: 'licensed' }
      : null,
    metadata: form.mergedMetadata({}, params),
  }
  account.tables.price.set(price.id, price)
  return price
}

export function updatePrice(account: Account, id: string, params: form.Params): PriceRow {
  const price = account.get('price', id)
  price.active = form.flagOf(params, 'active') ?? price.active
  price.metadata = form.mergedMetadata(price.metadata, params)
  return price
}

export function createCoupon(account: Account, params: form.Params): CouponRow {
  const id = form.textOf(params, 'id') ?? account.nextId('coupon')
  checkNew(account.tables.coupon, id)
  const percent = form.textOf(params, 'percent_off')
  const amount = form.integerOf(params, 'amount_off') ?? null
  if ((percent === undefined) === (amount === null)) {
    throw invalid('Pass one of percent_off and amount_off.')
  }
  const products = form.textsOf(form.groupOf(params, 'applies_to'), 'products')
  for (const product of products) account.get('product', product, 'applies_to[products]')
  const coupon: CouponRow = {
    ...base(account, 'coupon', id),
    name: form.filledOf(params, 'name'),
    amount_off: amount,
    currency: amount === null ? null : form.requiredOf(params, 'currency'),
    percent_off: percent === undefined ? null : Number(percent),
    duration: (form.textOf(params, 'duration') ?? 'once') as CouponRow['duration'],
    duration_in_months: form.integerOf(params, 'duration_in_months') ?? null,
    max_redemptions: form.integerOf(params, 'max_redemptions') ?? null,
    times_redeemed: 0,
    redeem_by: form.integerOf(params, 'redeem_by') ?? null,
    valid: true,
    applies_to: products.length === 0 ? null : { products },
    metadata: form.mergedMetadata({}, params),
  }
  account.tables.coupon.set(id, coupon)
  return coupon
}

export function createPromotionCode(account: Account, params: form.Params): PromotionCodeRow {
  const promotion = form.groupOf(params, 'promotion')
  const limits = form.groupOf(params, 'restrictions')
  const code: PromotionCodeRow = {
    ...base(account, 'promotion_code', account.nextId('promo')),
    code: form.requiredOf(params, 'code'),
    active: true,
    customer: form.filledOf(params, 'customer'),
    expires_at: form.integerOf(params, 'expires_at') ?? null,
    max_redemptions: form.integerOf(params, 'max_redemptions') ?? null,
    times_redeemed: 0,
    promotion: {
      type: 'coupon',
      coupon: account.get('coupon', form.requiredOf(promotion, 'coupon')).id,
    },
    restrictions: {
      first_time_transaction: form.flagOf(limits, 'first_time_transaction') ?? false,
      minimum_amount: form.integerOf(limits, 'minimum_amount') ?? null,
      minimum_amount_currency: form.filledOf(limits, 'minimum_amount_currency'),
    },
  }
  account.tables.promotion_code.set(code.id, code)
  return code
}

/** An inactive code can’t be redeemed, whatever else applies. */
export function updatePromotionCode(
  account: Account,
  id: string,
  params: form.Params,
): PromotionCodeRow {
  const code = account.get('promotion_code', id)
  code.active = form.flagOf(params, 'active') ?? code.active
  return code
}
