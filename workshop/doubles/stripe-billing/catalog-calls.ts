/** Calls about products, prices and coupons. */
import { listOf, paging, retrieve, type Call } from './call.ts'
import * as catalog from './catalog.ts'
import { isActiveCode, refreshed } from './discounts.ts'
import * as form from './form.ts'

export const catalogCalls: readonly Call[] = [
  {
    method: 'GET',
    path: /^\/v1\/products$/,
    takes: paging,
    run: ({ tables }, params) => listOf(tables.product.values(), params, () => true),
  },
  retrieve(/^\/v1\/products\/([\w-]+)$/, 'product'),
  {
    method: 'POST',
    path: /^\/v1\/products$/,
    takes: ['id', 'name', 'metadata.*'],
    needs: ['name'],
    run: catalog.createProduct,
  },
  {
    method: 'GET',
    path: /^\/v1\/prices$/,
    takes: [...paging, 'lookup_keys.*', 'active'],
    run({ tables }, params) {
      const keys = form.textsOf(params, 'lookup_keys')
      const isActive = form.flagOf(params, 'active')
      return listOf(
        tables.price.values(),
        params,
        (price) =>
          (keys.length === 0 || keys.includes(price.lookup_key ?? '')) &&
          (isActive === undefined || price.active === isActive),
      )
    },
  },
  retrieve(/^\/v1\/prices\/(\w+)$/, 'price'),
  {
    method: 'POST',
    path: /^\/v1\/prices$/,
    takes: [
      'product',
      'currency',
      'unit_amount',
      'lookup_key',
      'transfer_lookup_key',
      'recurring.interval',
      'metadata.*',
    ],
    needs: ['currency'],
    values: { 'recurring.interval': ['day', 'week', 'month', 'year'] },
    run: catalog.createPrice,
  },
  {
    method: 'POST',
    path: /^\/v1\/prices\/(\w+)$/,
    takes: ['active', 'metadata.*'],
    run: (account, params, [id = '']) => catalog.updatePrice(account, id, params),
  },
  {
    method: 'POST',
    path: /^\/v1\/coupons$/,
    takes: [
      'id',
      'name',
      'amount_off',
      'currency',
      'percent_off',
      'duration',
      'duration_in_months',
      'max_redemptions',
      'redeem_by',
      'applies_to.products.*',
      'metadata.*',
    ],
    values: { duration: ['forever', 'once', 'repeating'] },
    run: catalog.createCoupon,
  },
  {
    method: 'GET',
    path: /^\/v1\/coupons\/([^/]+)$/,
    takes: [],
    run(account, _params, [id = '']) {
      return refreshed(account, account.get('coupon', decodeURIComponent(id)))
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/promotion_codes$/,
    takes: [
      'promotion.type',
      'promotion.coupon',
      'code',
      'customer',
      'expires_at',
      'max_redemptions',
      'restrictions.first_time_transaction',
      'restrictions.minimum_amount',
      'restrictions.minimum_amount_currency',
    ],
    needs: ['promotion'],
    values: { 'promotion.type': ['coupon'] },
    run: catalog.createPromotionCode,
  },
  {
    method: 'POST',
    path: /^\/v1\/promotion_codes\/(\w+)$/,
    takes: ['active'],
    run: (account, params, [id = '']) => catalog.updatePromotionCode(account, id, params),
  },
  {
    method: 'GET',
    path: /^\/v1\/promotion_codes$/,
    takes: [...paging, 'code', 'coupon', 'active'],
    run(account, params) {
      const code = form.textOf(params, 'code')?.toLowerCase()
      const coupon = form.textOf(params, 'coupon')
      const isActive = form.flagOf(params, 'active')
      for (const coupon of account.tables.coupon.values()) refreshed(account, coupon)
      return listOf(
        account.tables.promotion_code.values(),
        params,
        (one) =>
          (code === undefined || one.code.toLowerCase() === code) &&
          (coupon === undefined || one.promotion.coupon === coupon) &&
          (isActive === undefined || isActiveCode(account, one) === isActive),
      )
    },
  },
]
