/** Files of known shops, as their owners know them; see file-presets.ts. Safe in the browser. */
import type { ImportKind } from './import-kinds.ts'

const orderLabels = {
  shopify: 'Shopify orders export',
  squarespace: 'Squarespace orders export',
  wix: 'Wix orders export',
  woocommerce: 'WooCommerce orders (Advanced Order Export)',
  'woocommerce-analytics': 'WooCommerce orders (Analytics)',
  'woocommerce-skyverge': 'WooCommerce orders (Customer/Order/Coupon Export)',
  'woocommerce-webtoffee': 'WooCommerce orders (Order Import Export)',
  'etsy-items': 'Etsy sold order items',
  etsy: 'Etsy sold orders',
  bigcommerce: 'BigCommerce orders export',
  magento: 'Magento orders export',
  prestashop: 'PrestaShop orders export',
  stripe: 'Stripe payments export',
  paypal: 'PayPal activity report',
} as const

const productLabels = {
  'shopify-products': 'Shopify products export',
  'woocommerce-products': 'WooCommerce products export',
} as const

export type PresetId = keyof typeof orderLabels | keyof typeof productLabels

/** By the kind of file. Others have no presets. */
export const presetLabels: Readonly<
  Partial<Record<ImportKind, Readonly<Partial<Record<PresetId, string>>>>>
> = { purchase: orderLabels, product: productLabels }
