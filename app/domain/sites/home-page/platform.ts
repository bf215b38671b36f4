/** Which system a shop's pages come from, by the marks that it leaves in their HTML. */

export const shopPlatforms = [
  'shopify',
  'woocommerce',
  'wix',
  'bigcommerce',
  'squarespace',
  'magento',
  'prestashop',
  'webflow',
  'wordpress',
] as const
export type ShopPlatform = (typeof shopPlatforms)[number]

export const platformNames: Readonly<Record<ShopPlatform, string>> = {
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  wix: 'Wix',
  bigcommerce: 'BigCommerce',
  squarespace: 'Squarespace',
  magento: 'Magento',
  prestashop: 'PrestaShop',
  webflow: 'Webflow',
  wordpress: 'WordPress',
}

/** Parts of a page that its visitors don't write: its text could name any system. */
export type PageMarks = {
  /** Values of `meta name="generator"`. */
  generators: readonly string[]
  /** URLs of scripts, style sheets and images. */
  urls: readonly string[]
  /** Names of attributes of `html` and `body`, and types of scripts. */
  attributes: readonly string[]
  /** Inline scripts. */
  scripts: string
}

type Signs = { generator?: RegExp; url?: RegExp; attribute?: RegExp; script?: RegExp }

/** WooCommerce before WordPress, which is below it. */
const signs: Readonly<Record<ShopPlatform, Signs>> = {
  shopify: {
    url: /\/\/cdn\.shopify\.com\/s\/files\/|\/cdn\/shop(ifycloud)?\//,
    script: /\bShopify\.(theme|shop)\b/,
  },
  woocommerce: {
    generator: /^woocommerce\b/i,
    url: /\/wp-content\/plugins\/woocommerce\//,
    script: /\b(woocommerce_params|wc_add_to_cart_params)\b/,
  },
  wix: { generator: /^wix\.com\b/i, url: /\/\/static\.(wixstatic|parastorage)\.com\// },
  bigcommerce: { url: /\/\/cdn\d*\.bigcommerce\.com\//, script: /\bBCData\b/ },
  squarespace: {
    url: /\/\/(static1|assets)\.squarespace\.com\//,
    script: /\bSquarespace\.(Constants|load)\b|SQUARESPACE_CONTEXT/,
  },
  magento: {
    attribute: /^(text\/x-magento-init|data-mage-init)$/,
    url: /\/static\/version\d+\/frontend\//,
  },
  prestashop: { generator: /^prestashop\b/i, script: /\bvar prestashop\b/ },
  webflow: { generator: /^webflow\b/i, attribute: /^data-wf-(site|page)$/ },
  wordpress: { generator: /^wordpress\b/i, url: /\/wp-(content|includes)\// },
}

/** Null: none that we know. */
export const findPlatform = (marks: PageMarks): ShopPlatform | null =>
  shopPlatforms.find((platform) => hasSign(marks, signs[platform])) ?? null

const hasSign = (marks: PageMarks, { generator, url, attribute, script }: Signs) =>
  matchesSome(generator, marks.generators) ||
  matchesSome(url, marks.urls) ||
  matchesSome(attribute, marks.attributes) ||
  matchesSome(script, [marks.scripts])

const matchesSome = (sign: RegExp | undefined, values: readonly string[]) =>
  sign !== undefined && values.some((value) => sign.test(value))

/** Google Tag Manager, which can carry the pixel on any platform. */
export const hasTagManager = ({ urls, scripts }: PageMarks): boolean =>
  [...urls, scripts].some((text) => text.includes('googletagmanager.com/gtm.js'))
