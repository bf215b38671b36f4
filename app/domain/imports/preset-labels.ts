/** Files of known shops, as their owners know them; see file-presets.ts. Safe in the browser. */
export const presetLabels = {
  shopify: 'Shopify orders export',
  squarespace: 'Squarespace orders export',
  woocommerce: 'WooCommerce orders (Advanced Order Export)',
  'woocommerce-analytics': 'WooCommerce orders (Analytics)',
  'etsy-items': 'Etsy sold order items',
  etsy: 'Etsy sold orders',
  bigcommerce: 'BigCommerce orders export',
} as const

export type PresetId = keyof typeof presetLabels
